import { describe, expect, test } from 'vitest';
import { lastRun, nextRun } from '../../src/jobs/schedule.js';
import { lastWeek } from '../../src/time/index.js';
import { checkRows } from '../rows.js';

const at = (text: string): number => Date.parse(text);
const iso = (instant: number): string => new Date(instant).toISOString();

describe('a weekly summary', () => {
  test('is due on Mondays at 8:00 in every zone', () =>
    checkRows(
      [
        // Clocks go forward on 29 March in Berlin, back on 5 April in Sydney and on Lord Howe, by half an hour there.
        ['Europe/Berlin', '2026-03-23T07:00:00.000Z', '2026-03-30T06:00:00.000Z'],
        ['Australia/Sydney', '2026-03-29T21:00:00.000Z', '2026-04-05T22:00:00.000Z'],
        ['Australia/Lord_Howe', '2026-03-29T21:00:00.000Z', '2026-04-05T21:30:00.000Z'],
        ['Asia/Kathmandu', '2026-03-30T02:15:00.000Z', '2026-04-06T02:15:00.000Z'],
        ['America/St_Johns', '2026-03-02T11:30:00.000Z', '2026-03-09T10:30:00.000Z'],
      ],
      ([zone, first, second]) => {
        expect(iso(nextRun('weekly-summary', zone, at(first) - 1))).toBe(first);
        expect(iso(nextRun('weekly-summary', zone, at(first)))).toBe(second);
        expect(iso(lastRun('weekly-summary', zone, at(second) - 1))).toBe(first);
        expect(iso(lastRun('weekly-summary', zone, at(second)))).toBe(second);
        expect(iso(lastRun('weekly-summary', zone, at(second) + 1))).toBe(second);
      },
    ));

  test('is about the seven local days before its Monday', () => {
    expect(lastWeek(at('2026-03-30T06:00:00Z'), 'Europe/Berlin')).toEqual({ from: '2026-03-23', to: '2026-03-29' });
    expect(lastWeek(at('2026-03-29T21:59:59Z'), 'Europe/Berlin')).toEqual({ from: '2026-03-16', to: '2026-03-22' });
    expect(lastWeek(at('2026-03-29T22:00:00Z'), 'Europe/Berlin')).toEqual({ from: '2026-03-23', to: '2026-03-29' });
    expect(lastWeek(at('2026-01-04T12:00:00Z'), 'UTC')).toEqual({ from: '2025-12-22', to: '2025-12-28' });
  });
});

test('traffic is judged every minute', () => {
  expect(iso(nextRun('traffic-alert', 'Asia/Kathmandu', at('2026-03-30T02:15:00Z')))).toBe('2026-03-30T02:16:00.000Z');
});
