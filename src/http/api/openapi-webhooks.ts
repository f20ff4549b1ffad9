import type { z } from 'zod';
import type { SchemaMaker } from './openapi-schema.js';

export interface DocumentedWebhook {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** Schema of the body, with an example. */
  readonly payload: z.ZodType;
}

const HEADERS = {
  'webhook-id': 'Stays the same when the request is sent again',
  'webhook-timestamp': 'Of this attempt, in seconds since 1970',
  'webhook-signature': '`v1,` and the signature in base64',
};

const parameters = Object.entries(HEADERS).map(([name, description]) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
}));

export const webhookOperation = ({ name, summary, description, payload }: DocumentedWebhook, schemas: SchemaMaker) => ({
  operationId: `webhook-${name}`,
  summary,
  description,
  tags: ['Webhooks'],
  security: [] as const,
  parameters,
  requestBody: { required: true as const, content: { 'application/json': { schema: schemas.ofResponse(payload) } } },
  responses: {
    '2XX': { description: 'Any status from 200 to 299 is a delivery, and every other one a failure', headers: {} },
  },
});
