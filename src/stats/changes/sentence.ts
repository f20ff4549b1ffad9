import { exact, rateText } from '../../lib/number-text.js';
import { bounded, oneLine, visibleText } from '../../lib/text.js';
import { displayValue } from '../dimensions.js';
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
  incomplete: ' so far, compared with a whole range: too early to say.',
  empty: '. The earlier range is still empty: too early to say.',
  young: '. Too young a website: it began within the earlier range.',
  unborn: '. Too young a website: it began after the earlier range.',
} as const;

export type Doubt = keyof typeof doubts;

const nouns: Readonly<Record<ChangeMetric, readonly [one: string, many: string]>> = {
  visits: ['visit', 'visits'],
  visitors: ['visitor', 'visitors'],
  pageviews: ['pageview', 'pageviews'],
  conversions: ['conversion', 'conversions'],
};

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
  const head = writeHead(explanation, options);
  const figures = `(${exact(now)}, ${exact(before)})`;
  const plain = (text: string) => [{ text }];
  if (explanation.verdict === 'few') return plain(`Too few ${chooseNoun(options, 2)} to compare ${figures}.`);
  if (options.doubt !== undefined) return plain(head + doubts[options.doubt]);
  if (explanation.verdict === 'unclear') return plain(`${head}. No part stands out.`);
  if (explanation.verdict === 'usual') {
    const within = explanation.isSteady ? 'Within' : 'Too little history to say: probably within';
    return plain(`${head}. ${options.isRunning ? 'So far within' : within} the usual range.`);
  }
  const parts: SentencePart[] = plain(`${head}${options.isRunning ? ' so far' : ''}: `);
  const isOnly = causes.length === 1;
  const countLeft = () => MAX_LENGTH - sentenceText(parts).length - 1;
  causes.forEach((cause, place) => {
    const isOpposite = Math.sign(cause.now - cause.before) !== Math.sign(causes[0]!.now - causes[0]!.before);
    const link = place === 0 ? '' : isOpposite ? '; but ' : '; ';
    const fits = (clause: readonly SentencePart[]) => link.length + sentenceText(clause).length <= countLeft();
    const long = writeCause(cause, options, isOnly);
    const short = writeCause({ ...cause, detail: undefined, moment: undefined, isBack: false }, options, isOnly);
    const clause = [long, short].find(fits) ?? (place === 0 ? clip(short, countLeft()) : undefined);
    if (clause !== undefined) parts.push({ text: link }, ...clause);
  });
  const left = `; the rest ${signed(rest)}`;
  const isTold = causes.some(({ kind }) => kind === 'alike') || rest === 0;
  if (!isTold && Math.abs(rest) >= 0.05 * Math.abs(now - before) && left.length <= countLeft())
    parts.push({ text: left });
  return [...parts, { text: '.' }].filter(({ text }) => text !== '');
}

/** Cuts parts that are longer. Names keep their filters. */
function clip(parts: readonly SentencePart[], length: number): readonly SentencePart[] {
  let left = length - 1;
  const kept = parts.map((part) => {
    const text = bounded(part.text, left);
    left -= text.length;
    return { ...part, text };
  });
  return [...kept, { text: '…' }];
}

function writeHead({ now, before }: Explanation, options: SentenceOptions): string {
  const change = now - before;
  if (change === 0) return `As many ${chooseNoun(options, 2)} as before (${exact(now)})`;
  const noun = chooseNoun(options, Math.abs(change));
  return `${exact(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} ${noun} (${exact(now)}, ${exact(before)})`;
}

const chooseNoun = ({ metric, goal }: SentenceOptions, count: number): string => {
  const [one, many] = nouns[metric];
  return `${goal === undefined ? '' : `${quote(shorten(goal, 24))} `}${count === 1 ? one : many}`;
};

/** @param isOnly whether there is no other cause */
export function writeCause(cause: Cause, options: SentenceOptions, isOnly: boolean): readonly SentencePart[] {
  const { kind, parts, now, before, split } = cause;
  const change = signed(now - before);
  const filters = parts.map(toNameFilter);
  if (kind === 'silent') {
    const page = { text: namePart(parts[0]!, 28), filters };
    return [{ text: 'no visit began at ' }, page, { text: ` on ${listDays(cause, options)}` }];
  }
  if (kind === 'alike') {
    if (split !== undefined && Math.abs(split.rate) > Math.abs(split.traffic)) {
      const rates = `${rateText(split.before)} to ${rateText(split.now)}`;
      return [{ text: `the rate ${cause.amount > 0 ? 'rose' : 'fell'} everywhere alike, ${rates}` }];
    }
    const subject = isOnly ? 'everything' : 'everything else';
    return [{ text: `${subject} ${cause.amount > 0 ? 'rose' : 'fell'} alike, ${change}` }];
  }
  const name = { text: nameParts(parts), filters };
  const when = writeMoment(cause, options);
  if (kind === 'rate') {
    const rates = `${rateText(split!.before)} to ${rateText(split!.now)}`;
    return [name, { text: ` ${change}, its rate ${rates}${when}` }];
  }
  const tail = cause.isBack ? ', back to usual' : when;
  if (split !== undefined) {
    return [name, { text: ` ${change}, on ${signed(cause.visits!.now - cause.visits!.before)} visits${tail}` }];
  }
  return [name, { text: ` ${change}` }, ...writeDetail(cause), { text: `${cause.isNew ? ', new' : ''}${tail}` }];
}

function writeDetail({ detail, parts }: Cause): readonly SentencePart[] {
  if (detail === undefined) return [];
  const { part, share } = detail;
  const place = part.trait === 'campaign' ? 'by' : findTrait(part.trait).place;
  const filters = [...parts, part].map(toNameFilter);
  return [{ text: `, ${share > 0.9 ? 'nearly all' : 'mostly'} ${place} ` }, { text: namePart(part, 22), filters }];
}

function writeMoment({ moment }: Cause, { dayName }: SentenceOptions): string {
  if (moment === undefined) return '';
  return 'on' in moment ? `, on ${dayName(moment.on)}` : `, from ${dayName(moment.from)}`;
}

const listDays = ({ days = [] }: Cause, { dayName }: SentenceOptions): string =>
  days.length > 2 ? `${days.length} days` : days.map(dayName).join(' and ');

function nameParts([part, other]: readonly Part[]): string {
  if (other === undefined) return namePart(part!, 28);
  return `${namePart(part!, 24)} ${findTrait(other.trait).place} ${namePart(other, 20)}`;
}

const namePart = ({ trait, value }: Pick<Part, 'trait' | 'value'>, length: number): string => {
  const name = showValue(trait, value, length);
  if (trait === 'campaign') return `campaign ${quote(name)}`;
  return LIKE_A_CLAUSE.test(name) ? quote(name) : name;
};

const LIKE_A_CLAUSE = /[;,:"]| [-+]/;

const quote = (name: string): string => `"${name.replaceAll('"', "'")}"`;

const showValue = (trait: TraitName, value: string, length: number): string =>
  shorten(displayValue(trait, value), length) || '(not set)';

/** A visitor may have chosen the text: it is one short line. */
const shorten = (text: string, length: number): string => oneLine(visibleText(text), length);
