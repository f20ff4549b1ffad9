import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCampaign, readParameters } from '../../src/collect/steps/campaign.js';
import { checkRows } from '../rows.js';

const none = { utmSource: '', utmMedium: '', utmCampaign: '', ref: '', utmContent: '', utmTerm: '', source: '' };

describe('campaignOf', () => {
  it('reads the parameters of a URL', () =>
    checkRows(
      [
        ['', {}],
        ['?utm_source=x', { utmSource: 'x', source: 'x' }],
        [
          '?utm_source=Newsletter&utm_medium=EMail&utm_campaign=Spring+2026&ref=top',
          { utmSource: 'Newsletter', utmMedium: 'EMail', utmCampaign: 'Spring 2026', ref: 'top', source: 'Newsletter' },
        ],
        ['?ref=producthunt', { ref: 'producthunt', source: 'producthunt' }],
        ['?source=partner', { ref: 'partner', source: 'partner' }],
        ['?source=partner&ref=top', { ref: 'top', source: 'partner' }],
        ['?source=partner&utm_source=x', { utmSource: 'x', source: 'x' }],
        ['?source=partner&utm_medium=email', { utmMedium: 'email', ref: 'partner', source: 'partner' }],
        ['?ref=top&utm_source=x', { utmSource: 'x', ref: 'top', source: 'x' }],
        ['?utm_medium=email', { utmMedium: 'email' }],
        ['?utm_source=&utm_medium=&utm_campaign=&ref=&source=', {}],
        ['?utm_source=%20%20&ref=%09', {}],
        ['?utm_source=&utm_source=second&utm_source=third', { utmSource: 'second', source: 'second' }],
        ['?utm_source=+x+', { utmSource: 'x', source: 'x' }],
        ['?UTM_SOURCE=x&UTM_TERM=y&utm_contents=z', {}],
        ['?utm_content=blue+button&utm_term=shoes&utm_term=boots', { utmContent: 'blue button', utmTerm: 'shoes' }],
        ['?utm_source=%E0%A4%A', { utmSource: '\ufffd%A', source: '\ufffd%A' }],
        ['?utm_source=a%00b', { utmSource: 'a\0b', source: 'a\0b' }],
        ['?utm_source=%22%3Cscript%3E', { utmSource: '"<script>', source: '"<script>' }],
        ['?utm_source=🦔', { utmSource: '🦔', source: '🦔' }],
        ['?utm_source=\ud800', { utmSource: '\ufffd', source: '\ufffd' }],
      ],
      ([query, campaign]) => {
        expect(parseCampaign(readParameters(new URL(`https://example.com/${query}`).search))).toEqual({
          ...none,
          ...campaign,
        });
      },
    ));

  it('cuts each parameter at 255 characters', () => {
    const names = ['utm_source', 'utm_medium', 'utm_campaign', 'ref', 'utm_content', 'utm_term'];
    const query = names.map((name) => `${name}=${'🦔'.repeat(500)}`);
    for (const text of Object.values(parseCampaign(readParameters(`?${query.join('&')}`)))) {
      expect(text).toHaveLength(255);
      expect(text.isWellFormed()).toBe(true);
    }
  });
});

describe('readParameters', () => {
  const names = ['utm_source', 'gclid', 'ref'] as const;
  const piece = fc.constantFrom(
    'utm_source',
    'utm%5Fsource',
    'utm%5fsource',
    'gclid',
    'ref',
    '%72ef',
    'other',
    '%',
    '%C3',
    '%zz',
    '%C3%A4',
    '+',
    '=',
    '&',
    '=',
    '&',
    'x',
    '%20',
    '%00',
    ';',
    '?',
  );
  const query = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));

  it('finds what `URLSearchParams` finds, however broken the query is', () => {
    fc.assert(
      fc.property(query, (text) => {
        const { search, searchParams } = new URL(`https://example.com/?${text}`);
        const found = readParameters(search);
        for (const name of names) {
          expect(found.get(name)).toBe(
            searchParams
              .getAll(name)
              .find((value) => value.trim() !== '')
              ?.trim(),
          );
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('passes over what comes behind a thousand parameters', () => {
    expect(readParameters(`?${'a=1&'.repeat(999)}ref=x`).get('ref')).toBe('x');
    expect(readParameters(`?${'a=1&'.repeat(1000)}ref=x`).get('ref')).toBeUndefined();
  });
});
