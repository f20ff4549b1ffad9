import { z } from 'zod';
import { encodeParameter, type JsonValue } from '../../clickhouse/parameter-text.js';
import { type FieldProblem, invalid } from '../../lib/errors.js';
import { MAX_PARAMETERS } from '../../sql/reader-settings.js';
import { route, type Services } from '../services.js';
import { answerStatement, rawCsv, statementAnswer } from './statement-answer.js';

const MAX_DEPTH = 10;

const VALUE_RULE = `must be a text, a number, true, false, null, or a list of these, nested at most ${MAX_DEPTH} deep`;

const INTEGER_RULE = `whole numbers beyond ±${Number.MAX_SAFE_INTEGER} must be sent as text, because they would be rounded`;

const body = z.object({
  query: z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
    .min(1, 'must not be empty')
    .describe('One SELECT, SHOW, DESCRIBE or EXISTS statement on the views of the database bi')
    .meta({
      examples: [
        'SELECT path, count() AS events FROM bi.events WHERE type = {type:String} GROUP BY path',
        'SHOW TABLES',
      ],
    }),
  params: z
    .record(z.string().regex(/^\w{1,100}$/), z.any(), {
      error: ({ code }) =>
        code === 'invalid_key'
          ? 'name must be 1 to 100 letters, digits and _'
          : 'must be an object of names and values',
    })
    .refine((params) => Object.keys(params).length <= MAX_PARAMETERS, `must have at most ${MAX_PARAMETERS} parameters`)
    .optional()
    .describe('Values of the parameters {name:Type} in the statement')
    .meta({ examples: [{ type: 'pageview' }, { paths: ['/', '/pricing'], since: '2026-01-01' }] }),
});

const limit = z
  .string()
  .regex(/^[1-9][0-9]{0,5}$/, 'must be a whole number from 1 to 999,999')
  .optional()
  .describe("At most as many rows, whatever the statement's own LIMIT");

export const sqlRoutes = ({ bi }: Services) => [
  route({
    method: 'POST',
    path: '/sql',
    access: 'account',
    scope: 'sql',
    forLimitedKeys: true,
    tag: 'SQL',
    summary: "Run a read-only SQL statement on the account's events",
    description:
      'Views, limits and what is refused are those of the BI interface: docs/bi.md. With `Accept: text/csv` or ' +
      '`application/x-ndjson` the rows are a file. 64-bit integers are numbers: read them as text where your language would round ' +
      'them, with `toString(visitor_id)`.',
    query: z.object({ raw: rawCsv, limit }),
    body,
    ...statementAnswer,
    errorKinds: ['invalid', 'too_many_requests', 'unavailable'],
    handle: ({ query: { raw, limit }, body: { query, params = {} }, context, ...caller }) =>
      answerStatement(bi, caller, { text: query, parameters: checkParams(params) }, context, { raw, limit }),
  }),
];

function checkParams(params: Readonly<Record<string, unknown>>): Record<string, string> {
  const errors: FieldProblem[] = [];
  const fields = Object.entries(params).map(([name, value]) => {
    const isValid = isValue(value);
    if (!isValid) errors.push({ field: `params.${name}`, message: VALUE_RULE });
    else if (isRounded(value)) errors.push({ field: `params.${name}`, message: INTEGER_RULE });
    return [name, isValid ? encodeParameter(value) : ''] as const;
  });
  if (errors.length > 0) throw invalid(...errors);
  return Object.fromEntries(fields);
}

function isValue(value: unknown, depth = MAX_DEPTH): value is JsonValue {
  if (Array.isArray(value)) return depth > 0 && value.every((each) => isValue(each, depth - 1));
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Numbers that JavaScript may have rounded differ from those that the client wrote. */
function isRounded(value: JsonValue): boolean {
  if (typeof value === 'object' && value !== null) return value.some(isRounded);
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
}
