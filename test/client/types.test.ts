import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/http/api/openapi.js';
import type { Services } from '../../src/http/services.js';
import { apiRoutes } from '../../src/http/v1/routes.js';
import { documentedWebhooks } from '../../src/notifications/webhooks/documented-webhooks.js';

const FILE = join(import.meta.dirname, '../../packages/client/src/schema.ts');
const OUTDATED = 'The types of packages/client are outdated: run npm run renew:client';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const [, ofDocument, ofTypes, types] = /^\/\/.*\n\/\/ document (\w+)\n\/\/ types (\w+)\n([\s\S]*)$/.exec(
  readFileSync(FILE, 'utf8'),
) ?? ['', '', '', ''];

test("the client's types are of the present document", () => {
  const document = openApiDocument(apiRoutes({} as Services), 'https://stats.example/api/v1', documentedWebhooks);
  expect(hash(JSON.stringify(document)), OUTDATED).toBe(ofDocument);
});

test("the client's types are as the generator wrote them", () => {
  expect(hash(types!), OUTDATED).toBe(ofTypes);
});
