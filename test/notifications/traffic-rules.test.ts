import { describe, expect, test } from 'vitest';
import { judgeSilence, judgeSpike } from '../../src/notifications/traffic-rules.js';

const none = { weekly: [], daily: [] };

describe('a spike', () => {
  test('is far above what the website has at that hour of the week', () => {
    const history = { weekly: [40, 44, 38, 41, 52, 39, 43, 40], daily: [90, 90, 90, 90, 90, 90] };
    expect(judgeSpike(90, history)).toBeUndefined();
    expect(judgeSpike(400, history)).toEqual({ usual: 40.5, times: 400 / 40.5 });
  });

  test('is measured by the spread: a newsletter each week is no surprise', () => {
    expect(judgeSpike(300, { weekly: [40, 290, 310, 280, 300, 290, 40, 305], daily: [] })).toBeUndefined();
    expect(judgeSpike(300, { weekly: [40, 41, 39, 40, 42, 40, 40, 39], daily: [] })).toBeDefined();
  });

  test('is found from the second day on, with more certainty the more days there are', () => {
    expect(judgeSpike(10_000, none)).toBeUndefined();
    expect(judgeSpike(100, { weekly: [], daily: [20] })).toBeDefined();
    expect(judgeSpike(60, { weekly: [], daily: [20] })).toBeUndefined();
    expect(judgeSpike(75, { weekly: [20, 20], daily: [20, 20, 20, 20, 20, 20] })).toBeDefined();
  });

  test('has a floor: a few visitors are none, even where there is usually no one', () => {
    const history = { weekly: [0, 0, 0, 0], daily: [] };
    expect(judgeSpike(19, history)).toBeUndefined();
    expect(judgeSpike(20, history)).toEqual({ usual: 0, times: undefined });
  });
});

describe('a silence', () => {
  test('is a time in which visitors always came', () => {
    expect(judgeSilence({ weekly: [30, 25, 40, 28], daily: [] })).toBe(29);
    expect(judgeSilence({ weekly: [30, 25, 0, 28], daily: [] })).toBeUndefined();
    expect(judgeSilence({ weekly: [8, 8, 9, 10], daily: [] })).toBeUndefined();
    expect(judgeSilence(none)).toBeUndefined();
  });

  test('is reported from the second day on where many had to come', () => {
    expect(judgeSilence({ weekly: [], daily: [25] })).toBeUndefined();
    expect(judgeSilence({ weekly: [], daily: [60] })).toBe(60);
  });
});
