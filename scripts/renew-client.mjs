// Writes the types of packages/client from the OpenAPI document of the built program: npm run renew:client
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '../dist/http/api/openapi.js';
import { apiRoutes } from '../dist/http/v1/routes.js';
import { documentedWebhooks } from '../dist/notifications/webhooks/documented-webhooks.js';

const client = fileURLToPath(new URL('../packages/client/', import.meta.url));

// The generator needs a TypeScript 5, so the package has modules of its own.
if (!existsSync(`${client}node_modules`)) {
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: client, stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
}
const require = createRequire(`${client}package.json`);
const { default: toTypes, astToString } = require('openapi-typescript');

const hash = (text) => createHash('sha256').update(text).digest('hex');

// Only handlers use services.
const document = openApiDocument(apiRoutes({}), 'https://stats.example/api/v1', documentedWebhooks);
const types = astToString(await toTypes(withoutRepeats(structuredClone(document))));
const header = [
  '// Made by npm run renew:client from the OpenAPI document; test/client/types.test.ts compares these hashes.',
  `// document ${hash(JSON.stringify(document))}`,
  `// types ${hash(types)}`,
];
writeFileSync(`${client}src/schema.ts`, `${header.join('\n')}\n${types}`);

/** Every failure has one shape, and headers are not typed: with them the file is three times as long. */
function withoutRepeats({ paths, webhooks: _, ...rest }) {
  for (const operation of Object.values(paths).flatMap(Object.values)) {
    const answers = Object.entries(operation.responses);
    const [, failure] = answers.find(([status]) => status >= '400') ?? [];
    const successes = answers.filter(([status]) => status < '300');
    const kept = failure === undefined ? successes : [...successes, ['default', failure]];
    operation.responses = Object.fromEntries(kept.map(([status, answer]) => [status, withoutFiles(answer)]));
  }
  return { ...rest, paths };
}

/** Files need another `Accept`; the client asks for JSON where there is any. */
function withoutFiles({ headers: _, content, ...answer }) {
  const json = content?.['application/json'];
  return { ...answer, ...(content && { content: json === undefined ? content : { 'application/json': json } }) };
}
