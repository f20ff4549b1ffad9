import { describe, expect, test } from 'vitest';
import { passGate } from '../../src/sql/reader-gate.js';
import { checkRows } from '../rows.js';

describe('the gate', () => {
  test('passes statements, without their values in the log', () =>
    checkRows(
      [
        [
          "SELECT path FROM events WHERE path = 'file(x)' AND time > 5",
          'SELECT path FROM events WHERE path = ? AND time > ?',
        ],
        ["SELECT {a:String}, 1.5e3 AS `it's`, 0xff", "SELECT {a:String}, ? AS `it's`, ?"],
      ],
      ([text, shape]) => {
        expect(passGate(text)).toMatchObject({ text, shape, format: undefined, end: text.length });
      },
    ));

  test('finds the format of a statement', () =>
    checkRows(
      [
        ['SELECT 1 FORMAT JSON', 'JSON', 'SELECT 1'],
        ["SELECT ' FORMAT CSV' AS ` FORMAT CSV`", undefined, "SELECT ' FORMAT CSV' AS ` FORMAT CSV`"],
        ["SELECT ' FORMAT CSV SETTINGS ' FORMAT TSV", 'TSV', "SELECT ' FORMAT CSV SETTINGS '"],
        ['SELECT 1 AS ` FORMAT CSV SETTINGS `', undefined, 'SELECT 1 AS ` FORMAT CSV SETTINGS `'],
        ['SELECT 1 FORMAT `Null`', 'Null', 'SELECT 1'],
        ['SELECT 1 AS format ORDER BY format ASC', undefined, 'SELECT 1 AS format ORDER BY format ASC'],
        ["SHOW SETTINGS LIKE 'max%' FORMAT CSV", 'CSV', "SHOW SETTINGS LIKE 'max%'"],
      ],
      ([text, format, before]) => {
        const passed = passGate(text);
        expect(passed.format).toBe(format);
        expect(text.slice(0, passed.end)).toBe(before);
      },
    ));

  test('passes names that a column may have', () =>
    checkRows(
      ['SELECT hostname FROM events', 'SELECT events.uptime FROM events', "SELECT format('{}', path) FROM events"],
      (text) => {
        expect(passGate(text).text).toBe(text);
      },
    ));
});
