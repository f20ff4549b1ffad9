import { expect, test } from 'vitest';
import { z } from 'zod';
import { asJson, asList, type FieldOptions, readFields } from '../../src/cli/field-options.js';
import { checkOptions, nameOption } from '../../src/cli/name-options.js';

const options: FieldOptions = {
  'within-seconds': { description: '' },
  expires: { description: '', field: 'expiresAt' },
  names: { description: '', read: asList },
  filters: { description: '', read: asJson },
  page: { description: '', field: 'match' },
  event: { description: '', field: 'match' },
};

test('options become fields, and problems of fields name their options', () => {
  const given = { 'within-seconds': '60', expires: 'soon', names: 'a, b,', filters: '{"or":[1]}', page: '/' };
  const { fields, sources } = readFields(options, given);
  expect(fields).toEqual({
    withinSeconds: '60',
    expiresAt: 'soon',
    names: ['a', 'b'],
    filters: { or: [1] },
    match: '/',
  });
  const named = ['withinSeconds', 'expiresAt', 'names.1', 'filters.or.0', 'match.values', 'otherField', ''].map(
    (field) => nameOption({ field, message: 'is wrong' }, sources),
  );
  expect(named.map((problem) => (typeof problem === 'string' ? '' : problem.field))).toEqual([
    '--within-seconds',
    '--expires',
    '--names',
    '--filters.or.0',
    '--page',
    '--other-field',
    '',
  ]);
});

test('one of several options for a field is taken, and a missing one is named by all', () => {
  expect(() => readFields(options, { page: '/', event: 'a' })).toThrow('use only one of --page, --event');
  expect(() => readFields(options, { filters: '{' })).toThrow('--filters: must be JSON');
  const { fields, sources } = readFields(options, {});
  const shape = z.object({ match: z.string('is required'), withinSeconds: z.string('is required') });
  expect(() => checkOptions(shape, fields, sources)).toThrow(
    '--page or --event: is required; --within-seconds: is required',
  );
});
