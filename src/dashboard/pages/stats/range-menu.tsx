import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { Button } from '../../ui/form.js';
import { LineIcon } from '../../ui/icons.js';
import { type ToolProps, toolAddress } from './page-context.js';
import { type Days, neighbors, rangeLabels, rangeNames } from './range-choice.js';
import { defaultView } from './view.js';
import { ViewForm } from './view-form.js';

const CALENDAR = 'M2.5 4.5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM2.5 6.5h11M5.5 2v3M10.5 2v3';

/** Named ranges with their keys, and two date fields. */
export const RangeMenu: FC<ToolProps> = (tools) => {
  const { website, place, view, range, today } = tools.shown;
  const chosen = 'name' in view.range ? view.range.name : undefined;
  if (place.oneView?.keepsDates) return <p title={range.span}>{range.label}</p>;
  return (
    <>
      <Neighbors {...tools} />
      <details class="menu picker range-menu">
        <summary aria-label={t('Date range: {range}, {dates}', { range: range.label, dates: range.span })}>
          <LineIcon path={CALENDAR} />
          <span class="one-line">{range.label}</span>
        </summary>
        <div class="menu-content">
          {rangeNames.map((name) => (
            <a
              href={toolAddress(tools, { ...view, range: { name }, interval: undefined })}
              data-key={rangeLabels[name].key}
              aria-current={name === chosen ? 'true' : undefined}
            >
              {t(rangeLabels[name].label)}
              <kbd>{rangeLabels[name].key}</kbd>
            </a>
          ))}
          <ViewForm
            {...tools}
            class="menu-form days-form"
            view={{ ...view, range: defaultView.range, interval: undefined }}
          >
            <label>
              {t('From')}
              <input type="date" name="from" value={range.days.from} max={today} required />
            </label>
            <label>
              {t('To')}
              <input type="date" name="to" value={range.days.to} max={today} required />
            </label>
            <p>{t('Dates are in {zone}', { zone: website.timezone })}</p>
            <Button small>{t('Apply')}</Button>
          </ViewForm>
        </div>
      </details>
    </>
  );
};

/** Links to the previous and next range of the same length. */
const Neighbors: FC<ToolProps> = (tools) => {
  const { view, range, today } = tools.shown;
  // Nothing is before the first event, and the last hours have no page of their own. Their space stays, so that nothing
  // jumps.
  const hasNone = range.areHours || ('name' in view.range && view.range.name === 'all');
  const { previous, next } = hasNone ? { previous: undefined, next: undefined } : neighbors(range.days, today);
  const to = (days: Days | undefined) => days && toolAddress(tools, { ...view, range: days });
  return (
    <div class="range-steps">
      <Step href={to(previous)} arrow="ArrowLeft" label={t('Previous period')} icon="M10 3 5 8l5 5" />
      <Step href={to(next)} arrow="ArrowRight" label={t('Next period')} icon="m6 3 5 5-5 5" />
    </div>
  );
};

interface StepProps {
  /** Undefined when there is no such range. */
  readonly href: string | undefined;
  readonly arrow: 'ArrowLeft' | 'ArrowRight';
  readonly label: string;
  readonly icon: string;
}

const Step: FC<StepProps> = ({ href, arrow, label, icon }) =>
  href === undefined ? (
    <span class="range-step" aria-hidden="true">
      <LineIcon path={icon} />
    </span>
  ) : (
    <a class="range-step" href={href} data-key={arrow} aria-label={label} title={label}>
      <LineIcon path={icon} />
    </a>
  );
