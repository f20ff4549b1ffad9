import { expect, test } from 'vitest';
import * as types from '../../src/sql/value-types.js';
import { checkRows } from '../rows.js';

const { itemType: _, ...predicates } = types;

test('each type is told by its name', () =>
  checkRows(
    [
      ['String', ['isText']],
      ['FixedString(2)', ['isText']],
      ['LowCardinality(Nullable(String))', ['isNullable', 'isText']],
      ['UInt64', ['isInteger', 'isNumber']],
      ['Nullable(Int8)', ['isNullable', 'isInteger', 'isNumber']],
      ['Float64', ['isNumber']],
      ['Decimal(9, 2)', ['isNumber']],
      ['Nullable( Date )', ['isNullable', 'isDate']],
      ['Date32', ['isDate']],
      ["LowCardinality(DateTime64(3, 'UTC'))", ['isDateTime']],
      ['Nullable(UUID)', ['isNullable', 'isUuid']],
      ['Array(Nullable(String))', ['isCompound']],
      ['Map(String, UInt8)', ['isCompound']],
      ['IntervalDay', []],
      ['Bool', []],
      ['', []],
    ],
    ([type, expected]) => {
      const matching = Object.entries(predicates).flatMap(([name, matches]) => (matches(type) ? [name] : []));
      expect(matching.toSorted()).toEqual([...expected].sort());
    },
  ));

test('an array has a type of items', () => {
  const { itemType } = types;
  expect(['Array(UInt8)', 'Array( Nullable(String) )', 'String'].map((type) => itemType(type)?.trim())).toEqual([
    'UInt8',
    'Nullable(String)',
    undefined,
  ]);
});
