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
const ts = require('typescript');

const hash = (text) => createHash('sha256').update(text).digest('hex');

// Only handlers use services.
const document = openApiDocument(apiRoutes({}), 'https://stats.example/api/v1', documentedWebhooks);
const read = JSON.parse(JSON.stringify(document), withoutText);
const lists = markOwnLists(read.components.schemas);
const made = astToString(await toTypes(withoutRepeats(read), { transform: toType }));
const types = [made, ...lists].join('\n');
const header = [
  '// Made by npm run renew:client from the OpenAPI document; test/client/types.test.ts compares these hashes.',
  `// document ${hash(JSON.stringify(document))}`,
  `// types ${hash(types)}`,
];
writeFileSync(`${client}src/schema.ts`, `${header.join('\n')}\n${types}`);

/** Alternatives of a text are texts. */
function withoutText(_key, part) {
  if (part?.type !== 'string' || part.anyOf === undefined) return part;
  const { type: _, ...alternatives } = part;
  return alternatives;
}

/** A schema that may be a list of itself: as an interface, since a type may not refer to itself at once. Returns these. */
function markOwnLists(schemas) {
  return Object.entries(schemas).flatMap(([id, { anyOf = [] }]) =>
    anyOf
      .filter(({ items }) => items?.$ref === `#/components/schemas/${id}`)
      .map((list) => {
        list.listOf = id;
        return `interface ${id}List extends Array<components["schemas"]["${id}"]> {}\n`;
      }),
  );
}

/** Also a name that begins with a word and a colon, as in `property:${string}`. */
function toType({ listOf, pattern = '' }) {
  const { factory, SyntaxKind } = ts;
  if (listOf !== undefined) return factory.createTypeReferenceNode(`${listOf}List`);
  const [, prefix] = /^\^(\w+:)$/.exec(pattern) ?? [];
  if (prefix === undefined) return undefined;
  const text = factory.createKeywordTypeNode(SyntaxKind.StringKeyword);
  const rest = factory.createTemplateLiteralTypeSpan(text, factory.createTemplateTail(''));
  return factory.createTemplateLiteralType(factory.createTemplateHead(prefix), [rest]);
}

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
