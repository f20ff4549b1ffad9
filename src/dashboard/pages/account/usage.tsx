import type { Child, FC } from 'hono/jsx';
import { DEFAULT_PLAN } from '../../../accounts/plan.js';
import { accountUsage } from '../../../http/account-usage.js';
import { t } from '../../../lib/language/translate.js';
import { exact } from '../../../lib/number-text.js';
import type { Section } from '../../page-route.js';
import { Notice } from '../../ui/form.js';
import { Day } from '../../ui/moment.js';
import { rich, strong } from '../../ui/rich.js';
import { SettingsPart } from '../../ui/settings-part.js';

/** A limit that the operator has not set is not shown until it is exceeded. */
export const usage: Section<'viewer'> = async ({ viewer, deps }) => {
  const { currentPeriod, pageviews, websites } = await accountUsage(deps.services, viewer.id);
  return (
    <SettingsPart id="usage" title={t('Usage')} about={t('Imported data doesn’t count toward usage.')}>
      {pageviews.used > pageviews.limit && (
        <Notice kind="bad">
          {t('You’ve used {percentage}% of this month’s pageviews. Data is still collected.', {
            percentage: exact(pageviews.percentage),
          })}
        </Notice>
      )}
      <Used
        id="used-pageview"
        label={t('Collected this month')}
        {...pageviews}
        hasLimit={pageviews.limit !== DEFAULT_PLAN.pageviewsPerMonth}
        total={rich(
          'Collected this month: {used, plural, one {<strong>#</strong> pageview} other {<strong>#</strong> pageviews}}',
          { used: pageviews.used, strong },
        )}
        ofLimit={t('{used} of {limit, plural, one {# pageview} other {# pageviews}}', {
          used: exact(pageviews.used),
          limit: pageviews.limit,
        })}
      />
      <Used
        id="used-website"
        label={t('Websites')}
        {...websites}
        hasLimit={websites.limit !== DEFAULT_PLAN.websites}
        total={rich('Websites: {used, plural, one {<strong>#</strong> website} other {<strong>#</strong> websites}}', {
          used: websites.used,
          strong,
        })}
        ofLimit={t('{used} of {limit, plural, one {# website} other {# websites}}', {
          used: exact(websites.used),
          limit: websites.limit,
        })}
      />
      <p class="muted">
        {rich('Resets after {day} (UTC).', { day: <Day at={new Date(Date.parse(currentPeriod.end) - 1)} /> })}
      </p>
    </SettingsPart>
  );
};

interface UsedProps {
  readonly id: string;
  readonly label: string;
  readonly used: number;
  readonly limit: number;
  readonly hasLimit: boolean;
  /** With the label. */
  readonly total: Child;
  readonly ofLimit: string;
}

const Used: FC<UsedProps> = ({ id, label, used, limit, hasLimit, total, ofLimit }) => {
  if (!hasLimit && used <= limit) return <p>{total}</p>;
  return (
    <div class="used">
      <label for={id}>{label}</label>
      <span class="muted">{ofLimit}</span>
      <progress id={id} class={used > limit ? 'used-up' : undefined} max={limit} value={Math.min(used, limit)} />
    </div>
  );
};
