import fc from 'fast-check';
import type { OpenApiDocument } from '../../src/http/api/openapi.js';
import { inputFor, text } from './requests.js';

/** Tools of MCP that take what a route of a website takes. */
const TOOLS = {
  query: 'post',
  values: 'get',
  changes: 'post',
  funnel: 'post',
  cohorts: 'post',
  journey: 'post',
} as const;

/** A message to `/mcp`: mostly a call of a tool, about one of some websites. */
export function messageFor({ paths }: Pick<OpenApiDocument, 'paths'>, ids: readonly string[]): fc.Arbitrary<string> {
  const website = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: text });
  const ofWebsites = Object.entries(TOOLS).map(([name, method]) =>
    fc
      .tuple(website, inputFor(paths[`/websites/{id}/${name}`]![method]!))
      .map(([id, input]) => ({ name, arguments: { ...input, website: id } })),
  );
  const others = fc.record({
    name: fc.oneof(fc.constantFrom('list_websites', 'describe', 'sql'), text),
    arguments: fc.oneof(
      website.map((id) => ({ website: id })),
      fc.record(
        { query: text, params: fc.dictionary(text, fc.jsonValue()), limit: fc.jsonValue() },
        { requiredKeys: [] },
      ),
      fc.dictionary(text, fc.jsonValue()),
      fc.jsonValue(),
    ),
  });
  const call = fc.oneof({ weight: 6, arbitrary: fc.oneof(...ofWebsites) }, { weight: 1, arbitrary: others });
  const request = fc.oneof(
    { weight: 8, arbitrary: call.map((params) => ({ method: 'tools/call', params })) },
    { weight: 1, arbitrary: fc.record({ method: fc.oneof(fc.constant('tools/list'), text), params: fc.jsonValue() }) },
  );
  return fc.oneof(
    { weight: 8, arbitrary: request.map((each) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...each })) },
    { weight: 1, arbitrary: fc.oneof(text, fc.json()) },
  );
}

/** Without which no message is read. */
export const MESSAGE_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
} as const;

/** What a tool, or the protocol, says when something went wrong in the service; its status is 200. */
export const isInternalError = (answer: string): boolean =>
  answer.includes('Internal server error') || answer.includes('-32603');
