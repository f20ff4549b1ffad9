import { expect, test } from 'vitest';
import { findParameters } from '../../src/sql/statement-parameters.js';
import { checkRows } from '../rows.js';

test('the parameters of a statement are found, and nothing in texts and comments', () =>
  checkRows(
    [
      ['SELECT {a:Date}, { b : Array(Nullable(String)) }, {a:String}', ['a Date', 'b Array(Nullable(String))']],
      ["SELECT {at:DateTime64(3, 'UTC')}, {e:Enum8('x' = 1)}", ["at DateTime64(3, 'UTC')", "e Enum8('x' = 1)"]],
      ["SELECT '{a:Date}', 'it\\'s {b:Date}', 'it''s {c:Date}', {d:Date}", ['d Date']],
      ['SELECT `{a:Date}`, "{b:Date}", {d:Date}', ['d Date']],
      ['SELECT 1 -- {a:Date}\n, /* {b:Date}\n */ {d:Date} # {c:Date}', ['d Date']],
      ['SELECT $$ {a:Date} $$, $tag$ $$ {b:Date} $tag$, {d:Date}', ['d Date']],
      ["SELECT {'a':1}, {a}, {a:}, {:Date}, {a b:Date}", []],
      ["SELECT {a:Date}, 'unfinished {b:Date}", ['a Date']],
    ],
    ([text, expected]) => {
      expect(findParameters(text).map(({ name, type }) => `${name} ${type}`)).toEqual(expected);
    },
  ));

test('many of a piece take no long time', () =>
  checkRows(["'", '/*', '$', '$a', '{', '{a:', '{ ', '`a"', '--', '\\'], (piece) => {
    // A quadratic search would take minutes, and the test would be stopped.
    expect(findParameters(piece.repeat(200_000))).toEqual([]);
  }));
