import { expect, test } from 'vitest';
import type { DropReason } from '../../src/collect/drops.js';
import { dropNotice } from '../../src/dashboard/pages/websites/drop-advice.js';
import type { Website } from '../../src/websites/website.js';
import { checkRows } from '../rows.js';

const REASONS = {
  unknown_key: true,
  localhost: true,
  foreign_host: true,
  internal_link: true,
  excluded_hostname: true,
  excluded_ip: true,
  excluded_path: true,
  excluded_country: true,
  hosting: true,
  bot: true,
  rate_limited: true,
  property_limit: true,
  invalid_revenue: true,
} as const satisfies Record<DropReason, true>;

const website = { domain: 'shop.example' } as Website;

test('each drop reason is told in words, with what to do', () =>
  checkRows(Object.keys(REASONS), (reason) => {
    const { happened, todo } = dropNotice(website, reason, 1);
    expect(happened).toMatch(/^1 event (ignored|incomplete): [a-z -]+\.$/i);
    expect(todo).toMatch(/^[A-Z].{20,}\.$/);
  }));

test('events that count without a part are not told as ignored', () => {
  const happened = (reason: string) => dropNotice(website, reason, 2).happened;
  expect(happened('property_limit')).toBe('2 events incomplete: properties over the limits.');
  expect(happened('invalid_revenue')).toBe('2 events incomplete: invalid revenue.');
  expect(happened('bot')).toBe('2 events ignored: bot.');
});

test('the host that was expected is named', () => {
  expect(dropNotice(website, 'foreign_host', 1234)).toEqual({
    happened: '1,234 events ignored: unrecognized domain.',
    todo: 'The page is not on shop.example or one of its subdomains. Add its domain to the allowed domains in the settings.',
  });
});

test('what has no words here is told as it is', () =>
  checkRows(['of_another_version', 'constructor', '__proto__'], (reason) => {
    expect(dropNotice(website, reason, 2)).toEqual({ happened: `2 events ignored: ${reason}.`, todo: '' });
  }));
