import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { Button } from '../../ui/form.js';
import { LineIcon } from '../../ui/icons.js';
import { CHANGES, isOfBehavior } from './base-path.js';
import {
  ALL_VISITORS,
  COMPARED_DAYS,
  type ComparisonChoice,
  comparisonLabels,
  DEFAULT_COMPARISON,
  type ShownComparison,
  segmentLabel,
} from './comparison-choice.js';
import { Name } from './name.js';
import { type PageContext, type ToolProps, toolAddress } from './page-context.js';
import { ViewForm } from './view-form.js';

const KEY = 'c';

/** Chooses what figures are compared with. Nothing on pages that compare nothing. */
export const ComparisonMenu: FC<ToolProps> = (tools) => {
  const { shown, list } = tools;
  const { place, view, comparison, goal } = shown;
  const isCompared = list === undefined || list === CHANGES || goal !== undefined;
  if (isOfBehavior(list) || !isCompared || place.oneView?.keepsDates) return null;
  const chosen = view.comparison;
  const matchWeekday = 'matchWeekday' in chosen && chosen.matchWeekday;
  const toAddress = (choice: ComparisonChoice) => toolAddress(tools, { ...view, comparison: choice });
  // The rows of a list are not compared with a segment.
  const compared = list !== undefined && comparison?.segment ? undefined : comparison;
  const text = compared === undefined ? t('Compare') : versus(compared);
  // The key turns the comparison off and on.
  const keyMode = chosen.mode === 'none' ? DEFAULT_COMPARISON.mode : 'none';
  const choices = [
    { mode: 'previous', matchWeekday },
    { mode: 'year', matchWeekday },
    { mode: 'none' },
  ] as const satisfies readonly ComparisonChoice[];
  return (
    <details class="menu picker comparison-menu">
      <summary
        aria-label={
          compared === undefined
            ? t('Compare: off')
            : t('{comparison}, {span}', { comparison: text, span: compared.span })
        }
      >
        <LineIcon path="M2 11.5 6 7l3 2.5L14 4M2 14h12" />
        <span class="one-line wide-only">{text}</span>
      </summary>
      <div class="menu-content">
        {choices.map((choice) => (
          <a
            href={toAddress(choice)}
            data-key={choice.mode === keyMode ? KEY : undefined}
            aria-current={choice.mode === chosen.mode ? 'true' : undefined}
          >
            {choice.mode === 'none' ? t('Off') : t(comparisonLabels[choice.mode])}
            {choice.mode === keyMode && <kbd>{KEY}</kbd>}
          </a>
        ))}
        {'matchWeekday' in chosen && (
          <a
            class="menu-more"
            href={toAddress({ ...chosen, matchWeekday: !matchWeekday })}
            aria-current={matchWeekday ? 'true' : undefined}
          >
            {t('Match weekdays')}
          </a>
        )}
        {list === undefined && <ComparedSegments {...{ shown, toAddress }} />}
        <ComparedDays {...tools} />
      </div>
    </details>
  );
};

function versus({ mode, name }: ShownComparison): string {
  if (mode === 'previous') return t('vs. previous period');
  return mode === 'year' ? t('vs. same period last year') : t('vs. {name}', { name });
}

interface SegmentsProps {
  readonly shown: PageContext;
  readonly toAddress: (choice: ComparisonChoice) => string;
}

/** The other segments, and all visitors for a view that has one. */
const ComparedSegments: FC<SegmentsProps> = ({ shown: { place, view, comparison, segments }, toAddress }) => {
  if (!place.own || segments.length === 0) return null;
  const others = [ALL_VISITORS, ...segments].filter(({ id }) => id !== (view.segment ?? ALL_VISITORS.id));
  return (
    <>
      {others.map((segment, index) => (
        <a
          class={index === 0 ? 'menu-more' : undefined}
          href={toAddress({ mode: 'segment', segment: segment.id })}
          aria-current={segment.id === comparison?.segment?.id ? 'true' : undefined}
        >
          {segment !== ALL_VISITORS && <span class="muted">{t('Segment:')} </span>}
          <Name>{segmentLabel(segment)}</Name>
        </a>
      ))}
    </>
  );
};

/** A form for a range of one's own. */
const ComparedDays: FC<ToolProps> = (tools) => {
  const { view, today } = tools.shown;
  const days = 'from' in view.comparison ? view.comparison : undefined;
  const [from, to] = COMPARED_DAYS;
  return (
    <ViewForm {...tools} class="menu-form days-form" view={{ ...view, comparison: DEFAULT_COMPARISON }}>
      <input type="hidden" name="compare" value="custom" />
      <label>
        {t('First day')}
        <input type="date" name={from} value={days?.from} max={today} required />
      </label>
      <label>
        {t('Last day')}
        <input type="date" name={to} value={days?.to} max={today} required />
      </label>
      <Button small>{t('Compare')}</Button>
    </ViewForm>
  );
};
