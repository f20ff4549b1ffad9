import { expect } from 'vitest';
import { addDays, dayStart } from '../oracle/zones.js';
import type { ApiClient } from './api-client.js';

export const ZONE = 'America/New_York';
/** A Sunday. */
const FIRST = '2026-02-01';
export const HOUR = 3_600_000;
export const day = (days: number) => addDays(FIRST, days);
export const WEEK = { from: day(35), to: day(41) };
export const HOSTILE = `<img src=x onerror=alert(1)>it's \\N${'y'.repeat(190)}`;

/** A website with the history of six weeks, in the last of which a campaign with a hostile name brings visits. */
export async function changedWebsite(owner: ApiClient): Promise<string> {
  const { id } = await owner.website({ domain: 'example.com', timezone: ZONE });
  const { body } = await owner.import(id, historyLines());
  expect(body.data.rejected).toBe(0);
  return id;
}

/** 30 to 40 visits a day of six weeks. In the last one, a campaign brings 25 more. */
export function historyLines(): string {
  const lines: object[] = [];
  const visit = (days: number, number: number, query: string, fields: object) => {
    const at = dayStart(ZONE, day(days)) + 5 * HOUR + number * 7 * 60_000;
    const shared = { visitor: `${days} ${number} ${query}`, device: 'desktop', ...fields };
    const line = (seconds: number, more: object) => ({
      ...shared,
      timestamp: new Date(at + seconds * 1000).toISOString(),
      ...more,
    });
    lines.push(line(0, { url: `https://example.com/${number % 3 === 0 ? 'docs' : ''}${query}` }));
    if (number % 2 === 0) lines.push(line(30, { url: 'https://example.com/pricing' }));
    if (number % 5 === 0) lines.push(line(60, { url: 'https://example.com/pricing', type: 'custom', name: 'signup' }));
  };
  for (let days = 0; days < 42; days++) {
    // A session that begins on the day before.
    const midnight = dayStart(ZONE, day(days));
    for (const [minutes, path] of [
      [-5, ''],
      [5, 'pricing'],
    ] as const) {
      const timestamp = new Date(midnight + minutes * 60_000).toISOString();
      lines.push({ timestamp, visitor: `night ${days}`, url: `https://example.com/${path}`, country: 'FR' });
    }
    const visits = 30 + ((days * 7) % 11);
    for (let number = 0; number < visits; number++) {
      visit(days, number, '', {
        country: ['DE', 'FR', 'US'][number % 3],
        visitor: `${(days * 31 + number * 7) % 600}`,
      });
    }
    for (let number = 0; days >= 35 && number < 25; number++) {
      visit(days, number, `?utm_campaign=${encodeURIComponent(HOSTILE)}&utm_source=news`, { country: 'AT' });
    }
  }
  return lines.map((line) => JSON.stringify(line)).join('\n');
}
