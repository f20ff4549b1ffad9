import type { FC } from 'hono/jsx';
import type { Usage } from '../../accounts/plan.js';
import { Notice } from '../form.js';
import { Day } from '../moment.js';
import { SettingsPart } from '../settings-part.js';

const number = new Intl.NumberFormat('en');

/** Renders this month's usage of the plan. */
export const UsagePart: FC<{ usage: Usage }> = ({ usage: { currentPeriod, pageviews, websites } }) => (
  <SettingsPart id="usage" title="Usage" about="Imported data doesn’t count toward usage.">
    {pageviews.used > pageviews.limit && (
      <Notice kind="bad">
        You’ve used {number.format(pageviews.percentage)}% of this month’s pageviews. Data is still collected.
      </Notice>
    )}
    <Used label="Pageviews this month" {...pageviews} />
    <Used label="Websites" {...websites} />
    <p class="muted">
      Resets after <Day at={new Date(Date.parse(currentPeriod.end) - 1)} /> (UTC).
    </p>
  </SettingsPart>
);

const Used: FC<{ label: string; used: number; limit: number }> = ({ label, used, limit }) => {
  const id = label.toLowerCase().replaceAll(' ', '-');
  return (
    <div class="used">
      <label for={id}>{label}</label>
      <span>
        {number.format(used)} of {number.format(limit)}
      </span>
      <progress id={id} class={used > limit ? 'used-up' : undefined} max={limit} value={Math.min(used, limit)} />
    </div>
  );
};
