import { describe, expect, test } from 'vitest';
import type { TrackedEvent } from '../../../src/collect/event.js';
import { INACTIVITY_MS, type Session, step } from '../../../src/collect/sessions/session.js';
import { SessionStore } from '../../../src/collect/sessions/session-store.js';
import { trackedEvent, WEBSITE } from './tracked-event.js';

const OTHER = '6f1c1f9e-0d5f-4b0e-9a53-0f5f8c1d2e99';
const CAPACITY = 300_000;

const sessionAt = (time: number): Session => sessionOf({ time });

function sessionOf(event: Partial<TrackedEvent>): Session {
  const [session] = step(undefined, trackedEvent(event)) ?? [];
  return session!;
}

test('gives back the latest session of a visitor of a website', () => {
  const store = new SessionStore();
  store.set(WEBSITE, '1', sessionAt(1));
  store.set(WEBSITE, '1', sessionAt(2));
  store.set(OTHER, '1', sessionAt(3));
  expect(store.get(WEBSITE, '1')?.start).toBe(2);
  expect(store.get(OTHER, '1')?.start).toBe(3);
  expect(store.get(WEBSITE, '2')).toBeUndefined();
});

test('drops what nothing can continue, to the millisecond', () => {
  const store = new SessionStore();
  for (const time of [0, 1, 2]) store.set(WEBSITE, String(time), sessionAt(time));
  expect(store.expire(INACTIVITY_MS + 1)).toBe(0);
  expect(['0', '1', '2'].map((id) => store.get(WEBSITE, id)?.start)).toEqual([undefined, undefined, 2]);
});

test('drops a session that a clock which was wrong has put far ahead, and what is over behind it', () => {
  const store = new SessionStore();
  for (const time of [INACTIVITY_MS * 3, 0, INACTIVITY_MS]) store.set(WEBSITE, String(time), sessionAt(time));
  store.expire(INACTIVITY_MS);
  expect([3, 0, 1].map((times) => store.get(WEBSITE, String(INACTIVITY_MS * times))?.start)).toEqual([
    undefined,
    undefined,
    INACTIVITY_MS,
  ]);
});

test('keeps a session that goes on', () => {
  const store = new SessionStore();
  const session = sessionAt(0);
  store.set(WEBSITE, '1', session);
  store.set(WEBSITE, '2', sessionAt(1));
  const [continued] = step(session, trackedEvent({ time: INACTIVITY_MS - 1 })) ?? [];
  store.set(WEBSITE, '1', continued!);
  store.expire(INACTIVITY_MS + 1);
  expect([store.get(WEBSITE, '1')?.start, store.get(WEBSITE, '2')]).toEqual([0, undefined]);
});

test('drops the longest idle ones when there are too many', () => {
  const store = new SessionStore();
  const session = sessionAt(0);
  for (let index = 0; index < CAPACITY + 2; index += 1) store.set(WEBSITE, String(index), session);
  store.set(WEBSITE, '0', session);
  expect(store.expire(0)).toBe(2);
  expect(['0', '1', '2', '3'].map((id) => store.get(WEBSITE, id) !== undefined)).toEqual([true, false, false, true]);
});

test('forgets a website and no other', () => {
  const store = new SessionStore();
  store.set(WEBSITE, '1', sessionAt(0));
  store.set(OTHER, '1', sessionAt(0));
  store.forgetWebsite(WEBSITE);
  expect([store.get(WEBSITE, '1'), store.get(OTHER, '1')?.start]).toEqual([undefined, 0]);
});

describe('a store of few bytes', () => {
  const large = sessionOf({ path: `/${'x'.repeat(2000)}` });
  const at = (time: number): Session => ({ ...large, lastEvent: time });

  test('drops the longest idle ones when they take too many', () => {
    const store = new SessionStore(50_000);
    for (let index = 0; index < 20; index += 1) store.set(WEBSITE, String(index), at(index));
    const cut = store.expire(0);
    expect(cut).toBeGreaterThan(5);
    expect(cut).toBeLessThan(15);
    expect(store.get(WEBSITE, String(cut - 1))).toBeUndefined();
    for (let index = cut; index < 20; index += 1) expect(store.get(WEBSITE, String(index))).toBeDefined();
  });

  test('takes sessions in any order, a few at a time, and keeps the latest', () => {
    const store = new SessionStore(50_000);
    let cut = 0;
    for (let index = 0; index < 20; index += 1) {
      const time = (index * 7) % 20;
      cut += store.setAll([{ websiteId: WEBSITE, visitorId: String(time), session: at(time) }]);
    }
    const kept = Array.from({ length: 20 }, (_, index) => store.get(WEBSITE, String(index)) !== undefined);
    expect(cut).toBeGreaterThan(5);
    expect(kept).toEqual(kept.map((_, index) => index >= cut));
  });

  test('has room again for what it forgets', () => {
    const store = new SessionStore(50_000);
    for (let round = 0; round < 10; round += 1) {
      for (let index = 0; index < 8; index += 1) store.set(WEBSITE, String(index), large);
      expect(store.expire(0)).toBe(0);
      store.forgetWebsite(WEBSITE);
    }
  });
});
