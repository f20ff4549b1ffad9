import type { FC } from 'hono/jsx';
import type { Account } from '../../../accounts/accounts.js';
import type { SharedLink } from '../../../websites/shared-links.js';
import type { Website } from '../../../websites/website.js';
import { type FieldErrors, Notice } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { WebsiteHeading } from '../../ui/website-heading.js';
import { DataRetention, type RetentionForm } from './data-retention.js';
import { DeleteEvents, DeleteWebsite, type Deletion, TrackingKey } from './irreversible.js';
import { ScheduledExportPart, type ScheduledExportProps } from './scheduled-export.js';
import { SettingsFields } from './settings-fields.js';
import type { SettingsText } from './settings-form.js';
import { type NewLinkText, Sharing } from './sharing.js';
import { DeleteVisitor, type VisitorText } from './visitor-deletion.js';

/** Messages for completed actions, by the parameter in the address. */
const DONE = new Map([
  ['saved', 'Changes saved.'],
  ['retention', 'Data retention saved.'],
  ['visitor', 'Visitor deleted.'],
  ['key', 'New tracking key created. Replace the snippet on your pages.'],
]);

export interface SettingsPageProps {
  readonly viewer: Account;
  readonly website: Website;
  readonly text: SettingsText;
  readonly errors: FieldErrors;
  readonly links: readonly SharedLink[];
  readonly newLink: NewLinkText;
  readonly deletion: Deletion | undefined;
  readonly visitor: VisitorText;
  /** The viewer's address, and whether it is already excluded. */
  readonly ownAddress: { readonly text: string; readonly excluded: boolean } | undefined;
  readonly retention: RetentionForm | undefined;
  /** `RETENTION_MONTHS`; undefined for none. */
  readonly installationMonths: number | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly scheduledExport: Pick<ScheduledExportProps, 'stored' | 'hasFolder' | 'shown' | 'now'>;
  readonly baseUrl: string;
  readonly done: string | undefined;
}

/** Renders `GET /websites/:id/settings`, and the errors of a submitted form. */
export const SettingsPage: FC<SettingsPageProps> = (props) => {
  const { viewer, website, errors, done = '' } = props;
  const { '': general, ...wrong } = errors;
  const doneText = DONE.get(done);
  return (
    <Page title={`Settings · ${website.name}`} viewer={viewer} website={website} scripts={['websites']}>
      <WebsiteHeading website={website} current="settings" />
      <div class="notices" id="notices">
        {doneText !== undefined && <Notice kind="good">{doneText}</Notice>}
        {general !== undefined && <Notice kind="bad">{general}</Notice>}
        {Object.keys(wrong).length > 0 && <NotSaved errors={wrong} />}
      </div>
      <div class="sections">
        <nav class="section-links" aria-label="Settings">
          {SECTIONS.map(([id, title]) => (
            <a href={`#${id}`}>{title}</a>
          ))}
        </nav>
        <div>
          <SettingsFields {...props} />
          <Sharing website={website} links={props.links} text={props.newLink} baseUrl={props.baseUrl} done={done} />
          <ScheduledExportPart website={website} {...props.scheduledExport} done={done} />
          <DataRetention
            website={website}
            form={props.retention}
            installationMonths={props.installationMonths}
            now={props.now}
          />
          <TrackingKey website={website} />
          <DeleteEvents website={website} />
          <DeleteVisitor website={website} text={props.visitor} />
          <DeleteWebsite website={website} deletion={props.deletion} />
        </div>
      </div>
    </Page>
  );
};

/** The sections that the page links to, by their ids. */
const SECTIONS = [
  ['general', 'General'],
  ['domains', 'Allowed domains'],
  ['exclusions', 'Exclusions'],
  ['appearance', 'Appearance'],
  ['sharing', 'Sharing'],
  ['scheduled-export', 'Scheduled export'],
  ['retention', 'Data retention'],
  ['tracking-key', 'Tracking key'],
  ['delete-events', 'Danger zone'],
] as const;

const NotSaved: FC<{ errors: FieldErrors }> = ({ errors }) => (
  <Notice kind="bad">
    Not saved. Please check:{' '}
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
  name: 'name',
  domain: 'domain',
  timezone: 'time zone',
  icon: 'icon',
  favicon: 'icon URL',
  chartTheme: 'theme',
  allowedDomains: 'allowed domains',
  excludedIps: 'excluded IP addresses',
  excludedPaths: 'excluded pages',
  excludedHostnames: 'excluded hostnames',
  excludedCountries: 'excluded countries',
};
