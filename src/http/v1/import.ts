import { z } from 'zod';
import { lineShape } from '../../history/import/line.js';
import { importResult } from '../../history/import-repository.js';
import { route, type Services } from '../services.js';

export const importRoutes = ({ importHistory }: Services) => [
  route({
    method: 'POST',
    path: '/websites/:id/import',
    access: 'website',
    scope: 'ingest',
    tag: 'Import',
    summary: 'Import events',
    description:
      'Imports past events, one JSON object a line. Lines come in any order and number, gzipped or not. All valid lines are imported or, when the import breaks ' +
      'off, none. With the header `Idempotency-Key` a repeat within 24 hours changes nothing. One import of an account ' +
      'runs at a time; others wait, or are refused with 429 and `Retry-After`.',
    headers: z.object({
      'Idempotency-Key': z.string().max(255).optional().describe('Makes a repeat of the same body harmless'),
      'Content-Encoding': z.literal('gzip').optional().describe('Of a body that is compressed'),
    }),
    body: 'stream',
    line: lineShape,
    response: importResult,
    errorKinds: ['conflict', 'unavailable'],
    handle: async ({ website, body, context }) => ({
      data: await importHistory({
        website,
        stream: body,
        signal: context.req.raw.signal,
        contentEncoding: context.req.header('Content-Encoding'),
        idempotencyKey: context.req.header('Idempotency-Key'),
      }),
    }),
  }),
];
