import { clauseMarks, joinAnd } from '../../lib/language/formats.js';
import { currentLanguage } from '../../lib/language/language.js';
import { type Text, t, textParts } from '../../lib/language/translate.js';
import { exact, rateText } from '../../lib/number-text.js';
import { bounded, oneLine, visibleText } from '../../lib/text.js';
import { displayValue } from '../dimensions.js';
import { NOT_SET } from '../names.js';
import type { Part } from './counts.js';
import type { Cause, Explanation } from './explain.js';
import type { ChangeMetric } from './setting.js';
import { findTrait, type TraitName } from './traits.js';

const MAX_LENGTH = 140;

/** What the words need besides the counts. */
export interface SentenceOptions {
  readonly metric: ChangeMetric;
  /** Of the goal, if conversions are of one. */
  readonly goal?: string | undefined;
  /** As in `12 Nov`, of a place in the range's days. */
  readonly dayName: (place: number) => string;
  readonly isRunning: boolean;
  /** Why nothing is judged. */
  readonly doubt?: Doubt | undefined;
}

const doubts = {
  incomplete: '{change} so far, compared with a whole range: too early to say.',
  empty: '{change}. The earlier range is still empty: too early to say.',
  young: '{change}. Too young a website: it began within the earlier range.',
  unborn: '{change}. Too young a website: it began after the earlier range.',
} as const satisfies Readonly<Record<string, Text>>;

export type Doubt = keyof typeof doubts;

interface Heads {
  readonly more: Text;
  readonly fewer: Text;
  readonly same: Text;
  readonly few: Text;
}

/** What a sentence begins with, by what is counted. */
const heads = {
  visits: {
    more: '{change, plural, one {# more visit} other {# more visits}} ({now}, {before})',
    fewer: '{change, plural, one {# fewer visit} other {# fewer visits}} ({now}, {before})',
    same: 'As many visits as before ({now})',
    few: 'Too few visits to compare ({now}, {before}).',
  },
  visitors: {
    more: '{change, plural, one {# more visitor} other {# more visitors}} ({now}, {before})',
    fewer: '{change, plural, one {# fewer visitor} other {# fewer visitors}} ({now}, {before})',
    same: 'As many visitors as before ({now})',
    few: 'Too few visitors to compare ({now}, {before}).',
  },
  pageviews: {
    more: '{change, plural, one {# more pageview} other {# more pageviews}} ({now}, {before})',
    fewer: '{change, plural, one {# fewer pageview} other {# fewer pageviews}} ({now}, {before})',
    same: 'As many pageviews as before ({now})',
    few: 'Too few pageviews to compare ({now}, {before}).',
  },
  conversions: {
    more: '{change, plural, one {# more conversion} other {# more conversions}} ({now}, {before})',
    fewer: '{change, plural, one {# fewer conversion} other {# fewer conversions}} ({now}, {before})',
    same: 'As many conversions as before ({now})',
    few: 'Too few conversions to compare ({now}, {before}).',
  },
  goal: {
    more: '{change, plural, one {# more {goal} conversion} other {# more {goal} conversions}} ({now}, {before})',
    fewer: '{change, plural, one {# fewer {goal} conversion} other {# fewer {goal} conversions}} ({now}, {before})',
    same: 'As many {goal} conversions as before ({now})',
    few: 'Too few {goal} conversions to compare ({now}, {before}).',
  },
} as const satisfies Readonly<Record<ChangeMetric | 'goal', Heads>>;

/** A part of a part: visits from a country, to a page. */
const pairs = {
  of: '{whole} of {part}',
  from: '{whole} from {part}',
  to: '{whole} to {part}',
  in: '{whole} in {part}',
  on: '{whole} on {part}',
} as const satisfies Readonly<Record<string, Text>>;

const mostly = {
  of: ', mostly by {part}',
  from: ', mostly from {part}',
  to: ', mostly to {part}',
  in: ', mostly in {part}',
  on: ', mostly on {part}',
} as const satisfies Readonly<Record<string, Text>>;

const nearlyAll = {
  of: ', nearly all by {part}',
  from: ', nearly all from {part}',
  to: ', nearly all to {part}',
  in: ', nearly all in {part}',
  on: ', nearly all on {part}',
} as const satisfies Readonly<Record<string, Text>>;

/** As in `+12` and `-1,234`. */
export const signed = (count: number): string => (count < 0 ? '-' : '+') + exact(Math.abs(Math.round(count)));

/** A stretch of a sentence. With filters it is a name, and they select what it names. */
export interface SentencePart {
  readonly text: string;
  readonly filters?: readonly NameFilter[];
}

export interface NameFilter {
  readonly dimension: TraitName;
  readonly operator: 'is';
  readonly values: [string];
}

export const toNameFilter = ({ trait, value }: Pick<Part, 'trait' | 'value'>): NameFilter => ({
  dimension: trait,
  operator: 'is',
  values: [value],
});

export const sentenceText = (parts: readonly SentencePart[]): string => parts.map(({ text }) => text).join('');

/** One sentence of at most 140 characters. It says where a change is, and never why. */
export function writeSentence(explanation: Explanation, options: SentenceOptions): readonly SentencePart[] {
  const { now, before, rest } = explanation;
  // Everything else is said of what is left.
  const causes = explanation.causes.toSorted(
    (one, other) => Number(one.kind === 'alike') - Number(other.kind === 'alike'),
  );
  const change = writeHead(explanation, options);
  const plain = (text: string) => [{ text }];
  if (explanation.verdict === 'few') return plain(headText('few', explanation, options));
  if (options.doubt !== undefined) return plain(t(doubts[options.doubt], { change }));
  if (explanation.verdict === 'usual') return plain(writeUsual(change, explanation, options));
  const caveat = explanation.isSteady ? '' : ` ${t('Too little history to be sure.')}`;
  if (explanation.verdict === 'unclear') return plain(t('{change}. No part stands out.', { change }) + caveat);
  const beginning = options.isRunning ? t('{change} so far:', { change }) : t('{change}:', { change });
  const marks = clauseMarks();
  const parts: SentencePart[] = plain(`${beginning} `);
  const isOnly = causes.length === 1;
  const countLeft = () => MAX_LENGTH - caveat.length - sentenceText(parts).length - 1;
  causes.forEach((cause, place) => {
    const isOpposite = Math.sign(cause.now - cause.before) !== Math.sign(causes[0]!.now - causes[0]!.before);
    const link = place === 0 ? '' : isOpposite ? `${marks.between}${t('but')} ` : marks.between;
    const fits = (clause: readonly SentencePart[]) => link.length + sentenceText(clause).length <= countLeft();
    const long = writeCause(cause, options, isOnly);
    const short = writeCause({ ...cause, detail: undefined, moment: undefined, isBack: false }, options, isOnly);
    const clause = [long, short].find(fits) ?? (place === 0 ? clip(short, countLeft()) : undefined);
    if (clause !== undefined) parts.push({ text: link }, ...clause);
  });
  const left = marks.between + t('the rest {change}', { change: signed(rest) });
  const isTold = causes.some(({ kind }) => kind === 'alike') || rest === 0;
  if (!isTold && Math.abs(rest) >= 0.05 * Math.abs(now - before) && left.length <= countLeft())
    parts.push({ text: left });
  // German dates end with a period.
  const end = parts.at(-1)?.text.endsWith('.') ? '' : marks.end;
  return [...parts, { text: end + caveat }].filter(({ text }) => text !== '');
}

function writeUsual(change: string, { isSteady }: Explanation, { isRunning }: SentenceOptions): string {
  if (isSteady) {
    return isRunning
      ? t('{change}. So far within the usual range.', { change })
      : t('{change}. Within the usual range.', { change });
  }
  return isRunning
    ? t('{change}. Too little history to say: so far probably within the usual range.', { change })
    : t('{change}. Too little history to say: probably within the usual range.', { change });
}

/** Cuts parts that are longer. Names keep their filters. */
function clip(parts: readonly SentencePart[], length: number): readonly SentencePart[] {
  let left = Math.max(0, length - 1);
  const kept = parts.map((part) => {
    const text = bounded(part.text, left);
    left -= text.length;
    return { ...part, text };
  });
  return [...kept, { text: '…' }];
}

function writeHead(explanation: Explanation, options: SentenceOptions): string {
  const change = explanation.now - explanation.before;
  return headText(change === 0 ? 'same' : change > 0 ? 'more' : 'fewer', explanation, options);
}

function headText(head: keyof Heads, { now, before }: Explanation, { metric, goal }: SentenceOptions): string {
  return t(heads[goal === undefined ? metric : 'goal'][head], {
    change: Math.abs(now - before),
    now: exact(now),
    before: exact(before),
    goal: goal === undefined ? '' : quote(shorten(goal, 24)),
  });
}

/** @param isOnly whether there is no other cause */
export function writeCause(cause: Cause, options: SentenceOptions, isOnly: boolean): readonly SentencePart[] {
  const { kind, parts, now, before, split } = cause;
  const change = signed(now - before);
  const rates = split && { before: rateText(split.before), now: rateText(split.now) };
  const filters = parts.map(toNameFilter);
  if (kind === 'silent') {
    const page = { text: namePart(parts[0]!, 28), filters };
    return toParts(textParts('no visit began at {page} on {days}', { page, days: listDays(cause, options) }));
  }
  if (kind === 'alike') {
    if (split !== undefined && Math.abs(split.rate) > Math.abs(split.traffic)) {
      return toParts([
        cause.amount > 0
          ? t('the rate rose everywhere alike, {before} to {now}', rates)
          : t('the rate fell everywhere alike, {before} to {now}', rates),
      ]);
    }
    return toParts([writeAlike(cause.amount > 0, isOnly, change)]);
  }
  const name = { text: nameParts(parts), filters };
  const when = writeMoment(cause, options);
  if (rates !== undefined && kind === 'rate') {
    return toParts([...textParts('{name} {change}, its rate {before} to {now}', { name, change, ...rates }), when]);
  }
  const tail = cause.isBack ? t(', back to usual') : when;
  if (split !== undefined) {
    const visits = signed(cause.visits!.now - cause.visits!.before);
    return toParts([...textParts('{name} {change}, on {visits} visits', { name, change, visits }), tail]);
  }
  return toParts([name, ` ${change}`, ...writeDetail(cause), cause.isNew ? t(', new') : '', tail]);
}

const toParts = (parts: readonly (string | SentencePart)[]): readonly SentencePart[] =>
  parts.map((part) => (typeof part === 'string' ? { text: part } : part));

function writeAlike(isMore: boolean, isOnly: boolean, change: string): string {
  if (isOnly) {
    return isMore ? t('everything rose alike, {change}', { change }) : t('everything fell alike, {change}', { change });
  }
  return isMore
    ? t('everything else rose alike, {change}', { change })
    : t('everything else fell alike, {change}', { change });
}

function writeDetail({ detail, parts }: Cause): readonly (string | SentencePart)[] {
  if (detail === undefined) return [];
  const { part, share } = detail;
  const filters = [...parts, part].map(toNameFilter);
  const text = (share > 0.9 ? nearlyAll : mostly)[findTrait(part.trait).place];
  return textParts(text, { part: { text: namePart(part, 22), filters } });
}

function writeMoment({ moment }: Cause, { dayName }: SentenceOptions): string {
  if (moment === undefined) return '';
  return 'on' in moment
    ? t(', on {day}', { day: dayName(moment.on) })
    : t(', from {day}', { day: dayName(moment.from) });
}

const listDays = ({ days = [] }: Cause, { dayName }: SentenceOptions): string =>
  days.length > 2
    ? t('{count, plural, one {# day} other {# days}}', { count: days.length })
    : joinAnd(days.map(dayName));

function nameParts([part, other]: readonly Part[]): string {
  if (other === undefined) return namePart(part!, 28);
  return t(pairs[findTrait(other.trait).place], { whole: namePart(part!, 24), part: namePart(other, 20) });
}

const namePart = ({ trait, value }: Pick<Part, 'trait' | 'value'>, length: number): string => {
  const name = showValue(trait, value, length);
  if (trait === 'campaign') return t('campaign {name}', { name: quote(name) });
  return LIKE_A_CLAUSE.test(name) ? quote(name) : name;
};

const LIKE_A_CLAUSE = /[;,:"]| [-+]/;

const quote = (name: string): string =>
  currentLanguage() === 'en' ? `"${name.replaceAll('"', "'")}"` : t('“{text}”', { text: name });

const showValue = (trait: TraitName, value: string, length: number): string =>
  shorten(displayValue(trait, value), length) || t(NOT_SET);

/** A visitor may have chosen the text: it is one short line. */
const shorten = (text: string, length: number): string => oneLine(visibleText(text), length);
