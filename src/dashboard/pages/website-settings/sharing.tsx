import type { FC } from 'hono/jsx';
import { MIN_PASSWORD } from '../../../accounts/passwords.js';
import type { SharedLink } from '../../../websites/shared-links.js';
import type { Website } from '../../../websites/website.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { Copyable } from '../../ui/copy.js';
import { Button, Field, type FieldErrors, Form, Notice } from '../../ui/form.js';
import { Day } from '../../ui/moment.js';
import { SettingsPart } from '../../ui/settings-part.js';

/** The typed contents of the form for a new link; a password is not shown again. */
export interface NewLinkText {
  readonly name: string;
  readonly errors: FieldErrors;
}

export const EMPTY_LINK: NewLinkText = { name: '', errors: {} };

export interface SharingProps {
  readonly website: Website;
  readonly links: readonly SharedLink[];
  readonly text: NewLinkText;
  readonly baseUrl: string;
  readonly done: string;
}

/** Messages for completed actions, by the parameter in the address. */
const DONE = new Map([
  ['link', 'Link created.'],
  ['revoked', 'Link revoked. It no longer works.'],
]);

/** Renders the website's shared links, and a form for a new one. */
export const Sharing: FC<SharingProps> = ({ website, links, text, baseUrl, done }) => {
  const path = `/websites/${website.id}/settings/links`;
  const doneText = DONE.get(done);
  return (
    <SettingsPart
      id="sharing"
      title="Sharing"
      about="Anyone with the link can view this dashboard without signing in, until you revoke it."
    >
      {doneText !== undefined && <Notice kind="good">{doneText}</Notice>}
      {links.length > 0 && (
        <ul class="shared-links">
          {links.map((link, index) => (
            <Link website={website} link={link} dialog={`revoke-${index}`} path={path} baseUrl={baseUrl} />
          ))}
        </ul>
      )}
      <Form id="new-link" action={`${path}#new-link`} errors={text.errors}>
        <h3>{links.length === 0 ? 'Create a link' : 'Create another link'}</h3>
        <Field
          name="linkName"
          label="Name"
          value={text.name}
          error={text.errors.name}
          hint="Only you see this name."
          placeholder="Board"
          autocomplete="off"
          maxlength={100}
          required
        />
        <Field
          name="linkPassword"
          label="Password (optional)"
          type="password"
          error={text.errors.password}
          hint={`Required to open the link. At least ${MIN_PASSWORD} characters.`}
          autocomplete="new-password"
          minlength={MIN_PASSWORD}
        />
        <Button kind="quiet">Create link</Button>
      </Form>
    </SettingsPart>
  );
};

const Link: FC<{ website: Website; link: SharedLink; dialog: string; path: string; baseUrl: string }> = (props) => {
  const { website, link, dialog, path, baseUrl } = props;
  const address = `${baseUrl}/share/${link.token}`;
  return (
    <li class="shared-link">
      <div class="shared-link-head">
        <h3>{link.name}</h3>
        {link.passwordHash !== null && <span class="chip">Password</span>}
        <small class="muted">
          Created <Day at={link.createdAt} />
        </small>
        <ConfirmLink dialog={dialog} kind="quiet">
          Revoke<span class="visually-hidden"> {link.name}</span>
        </ConfirmLink>
      </div>
      <Copyable value={address} label={`the link ${link.name}`} />
      <details>
        <summary>Embed</summary>
        <Copyable value={frameCode(website, address)} label={`the embed code of ${link.name}`} />
      </details>
      <ConfirmDialog
        id={dialog}
        title={`Revoke “${link.name}”?`}
        action={`${path}/revoke`}
        consequence="The link and any embeds will stop working. This cannot be undone."
      >
        <input type="hidden" name="token" value={link.token} />
        <Button kind="danger">Revoke link</Button>
      </ConfirmDialog>
    </li>
  );
};

const frameCode = (website: Website, address: string): string =>
  (
    <iframe
      src={`${address}?embed=1`}
      title={`Visitors of ${website.name}`}
      loading="lazy"
      style="border: 0; width: 100%; height: 1600px"
    />
  ).toString();
