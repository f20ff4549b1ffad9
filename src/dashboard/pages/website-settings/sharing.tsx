import type { FC } from 'hono/jsx';
import { MIN_PASSWORD } from '../../../accounts/passwords.js';
import { valid } from '../../../lib/validation.js';
import {
  createSharedLink,
  listSharedLinks,
  newSharedLink,
  revokeSharedLink,
  type SharedLink,
} from '../../../websites/shared-links.js';
import type { Website } from '../../../websites/website.js';
import { Done, type Section, websiteForm } from '../../page-route.js';
import { Copyable } from '../../ui/copy.js';
import { Button, Field, Form } from '../../ui/form.js';
import { Item } from '../../ui/item.js';
import { Day } from '../../ui/moment.js';
import { SettingsPart } from '../../ui/settings-part.js';

const newLink = websiteForm({
  path: '/links',
  anchor: 'new-link',
  prefix: 'link',
  read: (sent) => sent.texts('name', 'password'),
  submit: async ({ name, password }, { website, deps: { db, now } }) => {
    const link = valid(newSharedLink, { name, password: password || undefined });
    await createSharedLink(db, website.id, link, now());
    return 'done';
  },
  done: { key: 'link', text: 'Link created.', at: 'sharing' },
  secrets: ['password'],
});

const revokeLink = websiteForm({
  path: '/links/revoke',
  read: (sent) => sent.text('token'),
  submit: async (token, { website, deps }) => {
    // An already revoked link is no error.
    await revokeSharedLink(deps.db, website.id, token);
    return 'done';
  },
  done: { key: 'revoked', text: 'Link revoked. It no longer works.', at: 'sharing' },
});

export const sharingForms = [newLink, revokeLink];

export const sharing: Section<'website'> = async (visit) => {
  const { website, deps } = visit;
  const links = await listSharedLinks(deps.db, website.id);
  const form = visit.of(newLink);
  return (
    <SettingsPart
      id="sharing"
      title="Sharing"
      about="Anyone with the link can view this dashboard without signing in, until you revoke it."
    >
      <Done visit={visit} forms={sharingForms} />
      {links.length > 0 && (
        <ul class="divided items">
          {links.map((link, index) => (
            <Link
              website={website}
              link={link}
              dialog={`revoke-${index}`}
              revoke={visit.of(revokeLink).action}
              baseUrl={deps.baseUrl}
            />
          ))}
        </ul>
      )}
      <Form id="new-link" form={form}>
        <h3>{links.length === 0 ? 'Create a link' : 'Create another link'}</h3>
        <Field
          form={form}
          name="name"
          label="Name"
          hint="Only you see this name."
          placeholder="Board"
          autocomplete="off"
          maxlength={100}
          required
        />
        <Field
          form={form}
          name="password"
          label="Password (optional)"
          type="password"
          hint={`Required to open the link. At least ${MIN_PASSWORD} characters.`}
          autocomplete="new-password"
          minlength={MIN_PASSWORD}
        />
        <Button kind="quiet">Create link</Button>
      </Form>
    </SettingsPart>
  );
};

const Link: FC<{ website: Website; link: SharedLink; dialog: string; revoke: string; baseUrl: string }> = (props) => {
  const { website, link, dialog, revoke, baseUrl } = props;
  const address = `${baseUrl}/share/${link.token}`;
  return (
    <Item
      title={link.name}
      head={
        <>
          {link.passwordHash !== null && <span class="chip">Password</span>}
          <small class="muted">
            Created <Day at={link.createdAt} />
          </small>
        </>
      }
      removal={{
        id: dialog,
        verb: 'Revoke',
        question: `Revoke “${link.name}”?`,
        consequence: 'The link and any embeds will stop working. This cannot be undone.',
        confirm: 'Revoke link',
        action: revoke,
        name: 'token',
        value: link.token,
      }}
    >
      <Copyable value={address} label={`the link ${link.name}`} />
      <details>
        <summary>Embed</summary>
        <Copyable value={frameCode(website, address)} label={`the embed code of ${link.name}`} />
      </details>
    </Item>
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
