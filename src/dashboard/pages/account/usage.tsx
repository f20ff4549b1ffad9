import type { FC } from 'hono/jsx';
import { DEFAULT_PLAN } from '../../../accounts/plan.js';
import { accountUsage } from '../../../http/account-usage.js';
import { t } from '../../../lib/language/translate.js';
import { exact, wordFor } from '../../../lib/number-text.js';
import type { Section } from '../../page-route.js';
import { Notice } from '../../ui/form.js';
import { Day } from '../../ui/moment.js';
import { SettingsPart } from '../../ui/settings-part.js';

/** A limit that the operator has not set is not shown until it is exceeded. */
export const usage: Section<'viewer'> = async ({ viewer, deps }) => {
  const { currentPeriod, pageviews, websites } = await accountUsage(deps.services, viewer.id);
  return (
    <SettingsPart id="usage" title={t('Usage')} about={t('Imported data doesn’t count toward usage.')}>
      {pageviews.used > pageviews.limit && (
        <Notice kind="bad">
          You’ve used {exact(pageviews.percentage)}% of this month’s pageviews. Data is still collected.
        </Notice>
      )}
      <Used
        label={t('Collected this month')}
        word="pageview"
        {...pageviews}
        hasLimit={pageviews.limit !== DEFAULT_PLAN.pageviewsPerMonth}
      />
      <Used label={t('Websites')} word="website" {...websites} hasLimit={websites.limit !== DEFAULT_PLAN.websites} />
      <p class="muted">
        Resets after <Day at={new Date(Date.parse(currentPeriod.end) - 1)} /> (UTC).
      </p>
    </SettingsPart>
  );
};

interface UsedProps {
  readonly label: string;
  readonly word: string;
  readonly used: number;
  readonly limit: number;
  readonly hasLimit: boolean;
}

const Used: FC<UsedProps> = ({ label, word, used, limit, hasLimit }) => {
  if (!hasLimit && used <= limit) {
    return (
      <p>
        {label}: <strong>{exact(used)}</strong> {wordFor(used, word)}
      </p>
    );
  }
  return (
    <div class="used">
      <label for={`used-${word}`}>{label}</label>
      <span class="muted">
        {exact(used)} of {exact(limit)} {wordFor(limit, word)}
      </span>
      <progress
        id={`used-${word}`}
        class={used > limit ? 'used-up' : undefined}
        max={limit}
        value={Math.min(used, limit)}
      />
    </div>
  );
};
