import type { FC } from 'hono/jsx';
import type { SavedQuery } from '../../../sql/saved-queries.js';
import { savedQueryUrl } from '../../../sql/saved-queries.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { Copyable } from '../../ui/copy.js';
import { Button } from '../../ui/form.js';

/** Renders the saved queries with the URLs of their endpoints. */
export const SavedList: FC<{ readonly saved: readonly SavedQuery[]; readonly baseUrl: string }> = (props) => (
  <section class="card stack sql-saved" aria-labelledby="saved-title">
    <div class="card-head">
      <h2 id="saved-title">Saved queries</h2>
      <p>
        Each saved query has an <a href="/api/docs">API</a> endpoint. Send your <a href="/settings/api-key">API key</a>{' '}
        in the <code>X-API-Key</code> header.
      </p>
    </div>
    {props.saved.length === 0 && <p class="muted">No saved queries yet.</p>}
    <ul>
      {props.saved.map((query) => (
        <SavedItem query={query} baseUrl={props.baseUrl} />
      ))}
    </ul>
  </section>
);

const SavedItem: FC<{ query: SavedQuery; baseUrl: string }> = ({
  query: { name, description, parameters },
  baseUrl,
}) => {
  const values = parameters.map((parameter) => `${parameter.name}={${parameter.name}}`).join('&');
  const url = `${savedQueryUrl(baseUrl, name)}${values === '' ? '' : `?${values}`}`;
  const dialog = `delete-${name}`;
  return (
    <li class="stack">
      <div class="row">
        <h3>
          <a href={`/sql?saved=${name}`}>{name}</a>
        </h3>
        {description !== null && <small class="muted">{description}</small>}
        <ConfirmLink dialog={dialog} kind="quiet">
          Delete<span class="visually-hidden"> {name}</span>
        </ConfirmLink>
      </div>
      <Copyable value={url} label={`the URL of ${name}`} />
      <ConfirmDialog
        id={dialog}
        title={`Delete ${name}?`}
        action="/sql/delete"
        consequence="Its endpoint stops working immediately. Apps that call it fail with 404. This cannot be undone."
      >
        <input type="hidden" name="name" value={name} />
        <Button kind="danger">Delete query</Button>
      </ConfirmDialog>
    </li>
  );
};
