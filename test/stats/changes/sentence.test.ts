import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Part } from '../../../src/stats/changes/counts.js';
import type { Cause, Explanation } from '../../../src/stats/changes/explain.js';
import { type SentenceOptions, sentenceText, writeSentence } from '../../../src/stats/changes/sentence.js';
import type { TraitName } from '../../../src/stats/changes/traits.js';
import { random } from './generate.js';

const options: SentenceOptions = {
  metric: 'visits',
  dayName: (place) => `${14 + place} Nov`,
  isRunning: false,
};

const part = (trait: TraitName, value: string, now: number, before: number): Part => ({
  trait,
  value,
  code: 1,
  now,
  before,
  pastNow: 0,
  pastBefore: 0,
});

const explanation = (now: number, before: number, causes: readonly Cause[], rest = 0): Explanation => ({
  now,
  before,
  causes,
  rest,
  verdict: causes.length > 0 ? 'causes' : 'usual',
  isSteady: true,
  usual: 10,
});

function cause(parts: readonly Part[], more: Partial<Cause> = {}): Cause {
  const { now, before } = parts.at(-1)!;
  return { kind: 'traffic', parts, now, before, amount: now - before, ...more };
}

const write = (given: Explanation, more: Partial<SentenceOptions> = {}) =>
  sentenceText(writeSentence(given, { ...options, ...more }));

const google = part('referrer', 'Google', 400, 1173);
const germany = part('country', 'DE', 900, 100);
const rate = { traffic: 1, rate: -1152, before: 0.066, now: 0.004 };

describe('a sentence', () => {
  test.each<readonly [string, string]>([
    [
      write(explanation(2230, 2889, [cause([google])], 114)),
      '659 fewer visits (2,230, 2,889): Google -773; the rest +114.',
    ],
    [
      write(
        explanation(3706, 2889, [cause([germany], { detail: { part: part('entryPage', '/docs', 1, 0), share: 0.8 } })]),
      ),
      '817 more visits (3,706, 2,889): Germany +800, mostly to /docs.',
    ],
    [
      write(explanation(1162, 0, [cause([part('campaign', 'autumn', 1162, 0)], { moment: { from: 3 }, isNew: true })])),
      '1,162 more visits (1,162, 0): campaign "autumn" +1,162, new, from 17 Nov.',
    ],
    [
      write(explanation(3220, 4112, [cause([google], { isBack: true })])),
      '892 fewer visits (3,220, 4,112): Google -773, back to usual.',
    ],
    [
      write(explanation(4205, 3219, [cause([germany, part('device', 'mobile', 986, 0)])])),
      '986 more visits (4,205, 3,219): Germany on Mobile +986.',
    ],
    [
      write(explanation(639, 1785, [cause([germany], { kind: 'rate', split: rate, now: 0, before: 1151 })]), {
        metric: 'conversions',
        goal: 'Sign-up',
      }),
      '1,146 fewer "Sign-up" conversions (639, 1,785): Germany -1,151, its rate 6.6% to 0.4%.',
    ],
    [
      write(explanation(3480, 3219, [cause([part('entryPage', '/a', 5, 30)], { kind: 'silent', days: [3] })], 286)),
      '261 more visits (3,480, 3,219): no visit began at /a on 17 Nov; the rest +286.',
    ],
    [
      write(explanation(3448, 2889, [{ kind: 'alike', parts: [], now: 3448, before: 2889, amount: 559 }], 559)),
      '559 more visits (3,448, 2,889): everything rose alike, +559.',
    ],
    [
      write(explanation(27, 0, [cause([google]), cause([germany])], 0)),
      '27 more visits (27, 0): Google -773; but Germany +800.',
    ],
    [
      write(
        explanation(4000, 3000, [
          { kind: 'alike', parts: [], now: 3000, before: 2300, amount: 700 },
          cause([part('entryPage', '/new', 300, 0)]),
        ]),
      ),
      '1,000 more visits (4,000, 3,000): /new +300; everything else rose alike, +700.',
    ],
    [write(explanation(3024, 3217, [])), '193 fewer visits (3,024, 3,217). Within the usual range.'],
    [write({ ...explanation(50, 50, []) }), 'As many visits as before (50). Within the usual range.'],
    [write({ ...explanation(9, 4, []), verdict: 'few' }), 'Too few visits to compare (9, 4).'],
    [write({ ...explanation(90, 40, []), verdict: 'unclear' }), '50 more visits (90, 40). No part stands out.'],
    [
      write({ ...explanation(412, 230, []), isSteady: false }),
      '182 more visits (412, 230). Too little history to say: probably within the usual range.',
    ],
    [
      write({ ...explanation(412, 230, []), isSteady: false }, { isRunning: true }),
      '182 more visits (412, 230). Too little history to say: so far probably within the usual range.',
    ],
    [
      write({ ...explanation(90, 40, []), verdict: 'unclear', isSteady: false }),
      '50 more visits (90, 40). No part stands out. Too little history to be sure.',
    ],
    [
      write({ ...explanation(2230, 2889, [cause([google])], 114), isSteady: false }, { isRunning: true }),
      '659 fewer visits (2,230, 2,889) so far: Google -773; the rest +114. Too little history to be sure.',
    ],
    [
      write(explanation(412, 230, []), { doubt: 'young' }),
      '182 more visits (412, 230). Too young a website: it began within the earlier range.',
    ],
    [
      write(explanation(412, 0, []), { doubt: 'unborn' }),
      '412 more visits (412, 0). Too young a website: it began after the earlier range.',
    ],
    [
      write(explanation(25, 0, []), { isRunning: true, doubt: 'empty' }),
      '25 more visits (25, 0). The earlier range is still empty: too early to say.',
    ],
    [
      write(explanation(120, 310, []), { isRunning: true }),
      '190 fewer visits (120, 310). So far within the usual range.',
    ],
    [
      write(explanation(120, 310, []), { isRunning: true, doubt: 'incomplete' }),
      '190 fewer visits (120, 310) so far, compared with a whole range: too early to say.',
    ],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected);
  });

  test.each<readonly [TraitName, string, string]>([
    ['campaign', 'x +9,000; the rest -8,000', '"x +9,000; the rest -8,000" +10'],
    ['campaign', 'x" +9,000; the rest "', `"x' +9,000; the rest '" +10`],
    ['entryPage', '/x -5; everything', '"/x -5; everything" +10'],
    ['entryPage', '/2026-01/a+b', '/2026-01/a+b +10'],
    ['referrer', `a${'\u200b'.repeat(90)}b\u202e`, 'ab +10'],
  ])('names %s %j, so that it is no other clause', (trait, value, expected) => {
    const text = write(explanation(30, 20, [cause([part(trait, value, 10, 0)])]));
    expect(text).toBe(`10 more visits (30, 20): ${trait === 'campaign' ? 'campaign ' : ''}${expected}.`);
  });

  test('has a link for every name, and no other', () => {
    const { pick } = random(7);
    const values = ['Alpha', 'Beta/x', 'Gamma; z', 'D'.repeat(60)];
    const randomPart = () => part(pick(['campaign', 'referrer', 'entryPage']), pick(values), 900, 100);
    const kinds = ['traffic', 'traffic', 'rate', 'silent', 'alike'] as const;
    for (let round = 0; round < 500; round++) {
      const causes = Array.from({ length: 1 + (round % 4) }, (): Cause => {
        const kind = pick(kinds);
        const parts =
          kind === 'alike'
            ? []
            : kind === 'silent'
              ? [randomPart()]
              : pick([1, 2]) === 1
                ? [randomPart()]
                : [randomPart(), randomPart()];
        const detail = pick([undefined, { part: germany, share: 0.7 }]);
        const moment = pick([undefined, { on: 2 }]);
        return {
          kind,
          parts,
          now: 900,
          before: 100,
          amount: 800,
          split: rate,
          days: [1],
          detail,
          moment,
          visits: google,
          isBack: pick([true, false]),
        };
      });
      const sentence = writeSentence(explanation(5_000, 100, causes, pick([0, 900])), options);
      const text = sentenceText(sentence);
      expect(text.length).toBeLessThanOrEqual(140);
      expect(text).toMatch(/^4,900 more visits \(5,000, 100\): .+\.$/);
      const plain = sentence
        .filter(({ filters }) => filters === undefined)
        .map((each) => each.text)
        .join('|');
      expect(plain).not.toMatch(/Alpha|Beta|Gamma|DD|Germany/);
      for (const { text: name, filters } of sentence.filter((each) => each.filters !== undefined)) {
        const written = filters!.map(({ dimension, values: [value] }) =>
          dimension === 'country' ? 'Germany' : value.slice(0, 5),
        );
        expect(
          written.some((value) => name.includes(value)),
          `${name} of ${written}`,
        ).toBe(true);
        const isOfCause = causes.some(({ parts, detail }) =>
          isDeepStrictEqual(
            filters,
            [...parts, ...(name === 'Germany' ? [detail?.part] : [])].flatMap((each) =>
              each === undefined ? [] : [{ dimension: each.trait, operator: 'is', values: [each.value] }],
            ),
          ),
        );
        expect(isOfCause, text).toBe(true);
      }
    }
  });

  test('quotes the name of a goal', () => {
    const given = { metric: 'conversions', goal: 'x (9, 8): "y"' } as const;
    expect(write(explanation(30, 20, []), given)).toMatch(/^10 more "x \(9, 8\): 'y'" conversions/);
  });

  test('is one line of at most 140 characters, whatever visitors call things', () => {
    const hostile = ['<script>alert(1)</script>\n\u202eevil\u0000', 'x'.repeat(500), '\u{1f600}'.repeat(300), '\t'];
    for (const value of hostile) {
      for (const trait of ['campaign', 'referrer', 'entryPage', 'country', 'language', 'device'] as const) {
        const named = part(trait, value, 1_000_000_000, 1);
        const detail = { part: named, share: 0.95 };
        const causes = [
          cause([named], { detail, moment: { on: 2 } }),
          cause([named, named]),
          cause([named], { isBack: true }),
        ];
        for (const isSteady of [true, false]) {
          const given = { ...explanation(2_000_000_000, 1_000_000_000, causes, 123_456_789), isSteady };
          const text = write(given, { goal: value, metric: 'conversions' });
          expect([...text].length, text).toBeLessThanOrEqual(140);
          expect(text).not.toMatch(/[\p{Cc}\u202e]/u);
          expect(text.endsWith(' Too little history to be sure.')).toBe(!isSteady);
        }
      }
    }
  });
});
