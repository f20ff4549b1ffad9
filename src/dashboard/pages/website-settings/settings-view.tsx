import type { Context } from 'hono';
import { smallAddressSet } from '../../../lib/ip-address.js';
import { listSharedLinks } from '../../../websites/shared-links.js';
import type { WebsiteEnv } from '../../access/viewer.js';
import type { DashboardDeps } from '../../deps.js';
import type { ShownExport } from './scheduled-export.js';
import { settingsText } from './settings-form.js';
import { SettingsPage, type SettingsPageProps } from './settings-page.js';
import { EMPTY_LINK } from './sharing.js';
import { EMPTY_VISITOR } from './visitor-deletion.js';

/** Parts of the page that differ from the stored settings. */
type Shown = Partial<
  Pick<SettingsPageProps, 'text' | 'errors' | 'newLink' | 'deletion' | 'visitor' | 'retention' | 'done'>
> & {
  readonly scheduledExport?: ShownExport;
};

/** Returns a function that renders the page of settings, by default as stored. */
export function settingsView({ db, now, clientAddress, baseUrl, services }: DashboardDeps) {
  const { scheduledExports } = services;
  return async (context: Context<WebsiteEnv>, shown: Shown) => {
    const website = context.get('website');
    const address = clientAddress(context);
    const isExcluded = smallAddressSet(website.excludedIps);
    return (
      <SettingsPage
        viewer={context.get('viewer')}
        website={website}
        text={shown.text ?? settingsText(website)}
        errors={shown.errors ?? {}}
        links={await listSharedLinks(db, website.id)}
        newLink={shown.newLink ?? EMPTY_LINK}
        deletion={shown.deletion}
        visitor={shown.visitor ?? EMPTY_VISITOR}
        ownAddress={address === undefined ? undefined : { text: address, excluded: isExcluded(address) }}
        retention={shown.retention}
        installationMonths={services.retentionMonths}
        now={now()}
        scheduledExport={{
          stored: await scheduledExports.find(website.id),
          hasFolder: scheduledExports.hasFolder,
          shown: shown.scheduledExport ?? {},
          now: now(),
        }}
        baseUrl={baseUrl}
        done={shown.done}
      />
    );
  };
}
