import { describe, expect, test } from 'vitest';
import { passGate } from '../../src/clickhouse/reader-gate.js';

describe('the gate', () => {
  test.each([
    [
      "SELECT path FROM events WHERE path = 'file(x)' AND time > 5",
      'SELECT path FROM events WHERE path = ? AND time > ?',
    ],
    ["SELECT {a:String}, 1.5e3 AS `it's`, 0xff", "SELECT {a:String}, ? AS `it's`, ?"],
  ])('passes %s, without its values in the log', (text, shape) => {
    expect(passGate(text)).toMatchObject({ text, shape, format: undefined, end: text.length });
  });

  test.each([
    ['SELECT 1 FORMAT JSON', 'JSON', 'SELECT 1'],
    ["SELECT ' FORMAT CSV' AS ` FORMAT CSV`", undefined, "SELECT ' FORMAT CSV' AS ` FORMAT CSV`"],
    ["SELECT ' FORMAT CSV SETTINGS ' FORMAT TSV", 'TSV', "SELECT ' FORMAT CSV SETTINGS '"],
    ['SELECT 1 AS ` FORMAT CSV SETTINGS `', undefined, 'SELECT 1 AS ` FORMAT CSV SETTINGS `'],
    ['SELECT 1 FORMAT `Null`', 'Null', 'SELECT 1'],
    ['SELECT 1 AS format ORDER BY format ASC', undefined, 'SELECT 1 AS format ORDER BY format ASC'],
    ["SHOW SETTINGS LIKE 'max%' FORMAT CSV", 'CSV', "SHOW SETTINGS LIKE 'max%'"],
  ])('finds the format of %s', (text, format, before) => {
    const passed = passGate(text);
    expect(passed.format).toBe(format);
    expect(text.slice(0, passed.end)).toBe(before);
  });

  test.each([
    'SELECT hostname FROM events',
    'SELECT events.uptime FROM events',
    "SELECT format('{}', path) FROM events",
  ])('passes %s: a column may be called so', (text) => {
    expect(passGate(text).text).toBe(text);
  });
});
