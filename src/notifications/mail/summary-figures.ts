import { t } from '../../lib/language/translate.js';
import { duration, exact, percent, pointsText, rateText } from '../../lib/number-text.js';
import type { Figure, WeeklySummary } from './notice-content.js';

/** A formatted figure, and whether its change is good, bad or neither. */
interface ShownFigure {
  readonly label: string;
  readonly value: string;
  readonly change: string;
  readonly mood: 'better' | 'worse' | 'before';
}

/** In whole percent: `+12%`, `−3%`, `±0%`; a different text when the compared week had none. */
export function changeText({ now, before, change }: Figure, { comparison }: Pick<WeeklySummary, 'comparison'>): string {
  if (before === 0 && now > 0) return t('none before');
  if (change === null) return comparison === undefined ? t('no full week before') : t('no earlier data');
  const size = Math.round(Math.abs(change));
  return `${size === 0 ? '±' : change > 0 ? '+' : '−'}${percent(size)}`;
}

const isCompared = ({ now, before, change }: Figure): boolean => change !== null && (before > 0 || now === 0);

/** A rate of 0 to 1 changes in percentage points, because a percentage of a percentage is misread. */
function rateChangeText(figure: Figure, summary: WeeklySummary): string {
  if (!isCompared(figure)) return changeText(figure, summary);
  const points = Math.round((figure.now - figure.before) * 1000) / 10;
  return `${points === 0 ? '±' : points > 0 ? '+' : '−'}${pointsText(Math.abs(points))}`;
}

/** The figures of the website, or of the conversions of a goal, in the language of the reader. */
export function shownFigures(summary: WeeklySummary): readonly ShownFigure[] {
  const show = (label: string, figure: Figure, write: (value: number) => string, moreIs: 'better' | 'worse') => {
    const isRate = figure === summary.bounceRate || figure === summary.goal?.rate;
    const change = (isRate ? rateChangeText : changeText)(figure, summary);
    const isGood = change.startsWith('+') === (moreIs === 'better');
    const isNeither = !/^[+−]/.test(change);
    return {
      label,
      value: write(figure.now),
      change,
      mood: isNeither ? 'before' : isGood ? 'better' : 'worse',
    } as const;
  };
  const { goal } = summary;
  if (goal !== undefined) {
    return [
      show(t('Conversions'), goal.conversions, exact, 'better'),
      show(t('Conversion rate'), goal.rate, rateText, 'better'),
      show(t('Visitors'), summary.visitors, exact, 'better'),
      show(t('Visits'), summary.visits, exact, 'better'),
    ];
  }
  // Those of a segment may have only custom events.
  const hasPageviews = summary.pageviews.now + summary.pageviews.before > 0;
  const hasVisits = summary.visits.now > 0;
  return [
    show(t('Visitors'), summary.visitors, exact, 'better'),
    show(t('Visits'), summary.visits, exact, 'better'),
    ...(hasPageviews ? [show(t('Pageviews'), summary.pageviews, exact, 'better')] : []),
    ...(hasPageviews && hasVisits
      ? [show(t('Bounce rate'), summary.bounceRate, (rate) => percent(rate * 100), 'worse')]
      : []),
    ...(hasVisits ? [show(t('Visit duration'), summary.durationSeconds, duration, 'better')] : []),
  ];
}
