import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { valid } from '../../../lib/validation.js';
import { newSavedQuery, type SavedQuery, savedQueryName, savedQueryUrl } from '../../../sql/saved-queries.js';
import { FormRefusal, type Section, viewerForm } from '../../page-route.js';
import { Copyable } from '../../ui/copy.js';
import { text } from '../../ui/fields.js';
import { Item } from '../../ui/item.js';
import { code, linkTo, rich } from '../../ui/rich.js';
import { queryForm } from './query-forms.js';
import { refuseQuery } from './run-query.js';

const newQuery = newSavedQuery.extend({ name: savedQueryName });

export const saveQuery = viewerForm({
  path: '/save',
  ...queryForm,
  submit: async ({ query, name, description, opened }, { viewer, context, deps }) => {
    const { savedQueries } = deps.services;
    const given = valid(newQuery, { query, name, ...(description.trim() !== '' && { description }) });
    if (name !== opened && (await savedQueries.find(viewer.id, name)) !== undefined) {
      const error = t('A query named “{name}” already exists. Open it to edit it, or choose another name.', { name });
      throw new FormRefusal({ name: error }, 409);
    }
    const origin = { accountId: viewer.id, via: 'dashboard' } as const;
    await savedQueries.save(origin, name, given).catch((error) => refuseQuery(error, ''));
    return context.redirect(`/sql?saved=${name}&done=saved`, 303);
  },
  done: { key: 'saved', text: 'Query saved.' },
});

export const deleteQuery = viewerForm({
  path: '/delete',
  fields: { name: text },
  submit: async ({ name }, { viewer, deps }) => {
    await deps.services.savedQueries.remove(viewer.id, name);
  },
  done: { key: 'deleted', text: 'Query deleted.' },
});

/** With the URLs of their endpoints. */
export const savedList: Section<'viewer'> = async (visit) => {
  const { viewer, deps } = visit;
  const saved = await deps.services.savedQueries.list(viewer.id);
  return (
    <section class="card stack sql-saved" aria-labelledby="saved-title">
      <div class="card-head">
        <h2 id="saved-title">{t('Saved queries')}</h2>
        <p>
          {rich(
            'Each saved query has an <api>API</api> endpoint. Send your <key>API key</key> in the <code>X-API-Key</code> header.',
            {
              api: linkTo('/api/docs'),
              key: linkTo('/settings/api-key'),
              code,
            },
          )}
        </p>
      </div>
      {saved.length === 0 && <p class="muted">{t('No saved queries yet.')}</p>}
      <ul class="divided">
        {saved.map((query) => (
          <SavedItem query={query} baseUrl={deps.baseUrl} remove={visit.of(deleteQuery).action} />
        ))}
      </ul>
    </section>
  );
};

const SavedItem: FC<{ query: SavedQuery; baseUrl: string; remove: string }> = ({
  query: { name, description, parameters },
  baseUrl,
  remove,
}) => {
  const values = parameters.map((parameter) => `${parameter.name}={${parameter.name}}`).join('&');
  const url = `${savedQueryUrl(baseUrl, name)}${values === '' ? '' : `?${values}`}`;
  return (
    <Item
      title={name}
      href={`/sql?saved=${name}`}
      head={description !== null && <small class="muted">{description}</small>}
      removal={{
        id: `delete-${name}`,
        verb: t('Delete'),
        question: t('Delete {name}?', { name }),
        consequence: t(
          'Its endpoint stops working immediately. Apps that call it fail with 404. This cannot be undone.',
        ),
        confirm: t('Delete query'),
        action: remove,
        name: 'name',
        value: name,
      }}
    >
      <Copyable value={url} label={t('the URL of {name}', { name })} />
    </Item>
  );
};
