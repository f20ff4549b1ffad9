import { t } from '../../../lib/language/translate.js';
import { listSharedLinks } from '../../../websites/shared-links.js';
import { Done, type PageRoute } from '../../page-route.js';
import { Copyable } from '../../ui/copy.js';
import { ButtonLink } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { WebsiteSettings } from '../../ui/website-settings.js';
import { SHARING, VIEW_FILE, viewAddress } from '../stats/base-path.js';
import { withFilters } from '../stats/page-context.js';
import { readAddressAsTyped } from '../stats/read-address.js';
import { viewQuery } from '../stats/view.js';
import { EmailPart } from './email-part.js';
import { SharedLinkItem } from './shared-link-item.js';
import { SharingForm } from './sharing-form.js';
import { createLink, emailView, revokeLink } from './sharing-forms.js';

/** `/websites/:id/sharing`: links that show the view of the address to anyone, or the whole dashboard. */
export const sharingPage: PageRoute<'website'> = {
  path: `/websites/:id/${SHARING}`,
  access: 'website',
  forms: [createLink, revokeLink, emailView],
  show: async (visit) => {
    const { viewer, website, deps, place } = visit;
    // Links can be created, copied and revoked while ClickHouse does not answer.
    const [links, shown] = await Promise.all([listSharedLinks(deps.db, website.id), readAddressAsTyped(visit)]);
    const query = viewQuery(shown.view);
    return (
      <WebsiteSettings {...{ viewer, website }} current="sharing">
        <SettingsPart
          id="this-view"
          title={t('Share this view')}
          about={t('{view}. People who can sign in to this website can open it directly:', {
            view: withFilters(shown),
          })}
        >
          <Copyable value={deps.baseUrl + viewAddress(place, shown.view)} label={t('the address of this view')} />
        </SettingsPart>
        <SettingsPart
          id="export"
          title={t('Export this view')}
          about={t('Its figures and chart, and each list whole, as CSV files.')}
        >
          <div class="row">
            <ButtonLink kind="quiet" href={viewAddress(place, shown.view, { list: VIEW_FILE })}>
              {t('Download ZIP')}
            </ButtonLink>
          </div>
        </SettingsPart>
        <EmailPart {...{ visit, shown }} />
        <SettingsPart
          id="new-link"
          title={t('Create a public link')}
          about={t('Anyone with the link can open it without signing in, until it expires or you revoke it.')}
        >
          <SharingForm shown={shown} form={visit.of(createLink)} />
        </SettingsPart>
        <SettingsPart id="links" title={t('Public links')} about={t('Links to this website that you have created.')}>
          <Done visit={visit} forms={[createLink, revokeLink]} />
          {links.length === 0 ? (
            <p class="muted">{t('No links yet.')}</p>
          ) : (
            <ul class="divided items">
              {links.map((link, index) => (
                <SharedLinkItem
                  {...{ website, link }}
                  dialog={`revoke-${index}`}
                  revoke={`${visit.of(revokeLink).action}${query}`}
                  baseUrl={deps.baseUrl}
                  now={deps.now()}
                />
              ))}
            </ul>
          )}
        </SettingsPart>
      </WebsiteSettings>
    );
  },
};
