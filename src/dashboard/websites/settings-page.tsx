import type { FC } from 'hono/jsx';
import type { Account } from '../../accounts/accounts.js';
import type { SharedLink } from '../../websites/shared-links.js';
import type { Website } from '../../websites/website.js';
import { type FieldErrors, Notice } from '../form.js';
import { Page } from '../page.js';
import type { EmailStatus } from './emails.js';
import { DeleteEvents, DeleteWebsite, type Deletion, TrackingKey } from './irreversible.js';
import { SettingsFields } from './settings-fields.js';
import type { SettingsText } from './settings-form.js';
import { type NewLinkText, Sharing } from './sharing.js';
import { WebsiteHeading } from './website-heading.js';

/** Messages for completed actions, by the parameter in the address. */
const DONE = new Map([
  ['saved', 'Saved.'],
  ['key', 'The website has a new tracking key. Put the new snippet on its pages.'],
]);

export interface SettingsPageProps {
  readonly viewer: Account;
  readonly website: Website;
  readonly text: SettingsText;
  readonly errors: FieldErrors;
  readonly links: readonly SharedLink[];
  readonly newLink: NewLinkText;
  readonly deletion: Deletion | undefined;
  /** The viewer's address, and whether it is already excluded. */
  readonly ownAddress: { readonly text: string; readonly excluded: boolean } | undefined;
  readonly emails: EmailStatus;
  readonly baseUrl: string;
  readonly done: string | undefined;
}

/** Renders `GET /websites/:id/settings`, and the errors of a submitted form. */
export const SettingsPage: FC<SettingsPageProps> = (props) => {
  const { viewer, website, errors, done = '' } = props;
  const { '': general, ...wrong } = errors;
  const doneText = DONE.get(done);
  return (
    <Page title={`Settings of ${website.name}`} viewer={viewer} website={website} scripts={['websites']}>
      <WebsiteHeading website={website} current="settings" />
      <div class="notices">
        {doneText !== undefined && <Notice kind="good">{doneText}</Notice>}
        {general !== undefined && <Notice kind="bad">{general}</Notice>}
        {Object.keys(wrong).length > 0 && <NotSaved errors={wrong} />}
      </div>
      <SettingsFields {...props} />
      <Sharing website={website} links={props.links} text={props.newLink} baseUrl={props.baseUrl} done={done} />
      <TrackingKey website={website} />
      <DeleteEvents website={website} />
      <DeleteWebsite website={website} deletion={props.deletion} />
    </Page>
  );
};

const NotSaved: FC<{ errors: FieldErrors }> = ({ errors }) => (
  <Notice kind="bad">
    Nothing is saved yet. Look at{' '}
    {Object.keys(errors).map((field, index) => (
      <>
        {index > 0 && ', '}
        <a href={`#${field}`}>{FIELD_NAMES[field] ?? field}</a>
      </>
    ))}
    .
  </Notice>
);

const FIELD_NAMES: Readonly<Record<string, string>> = {
  name: 'the name',
  domain: 'the domain',
  timezone: 'the time zone',
  icon: 'the icon',
  favicon: "the icon's address",
  chartTheme: 'the colors',
  allowedDomains: 'the allowed domains',
  excludedIps: 'the excluded addresses',
  excludedPaths: 'the excluded paths',
  excludedHostnames: 'the excluded host names',
  excludedCountries: 'the excluded countries',
};
