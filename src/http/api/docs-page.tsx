import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { FC } from 'hono/jsx';
import { builtFile, UNCHANGED_WHILE_RUNNING } from '../server/built-file.js';
import { htmlDocument } from '../server/html-document.js';
import { curlLine } from './docs-example.js';
import { Fields, TypeName } from './docs-schema.js';
import { DOCS_SCRIPT } from './docs-script.js';
import { DOCS_STYLE } from './docs-style.js';
import { Webhooks } from './docs-webhooks.js';
import type { Content, OpenApiDocument, Operation } from './openapi.js';
import type { JsonSchema } from './openapi-schema.js';

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const POLICY = `default-src 'none'; img-src data:; style-src ${hash(DOCS_STYLE)}; script-src ${hash(DOCS_SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The dashboard's icon in the outline of the page's logo: the page fetches nothing. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4f46e5"/><path d="M9 19v4M16 14v9M23 9v14" stroke="#fff" stroke-width="4" stroke-linecap="round"/></svg>',
)}`;

const ERROR_EXAMPLE = `{
  "success": false,
  "data": null,
  "meta": { "status": 404, "errors": ["Website not found"], "timestamp": "2026-03-29T01:02:03.004Z" }
}`;

/**
 * Serves `GET /api/docs`: the OpenAPI document as a readable page. It shows one endpoint at a time, or all of them.
 * It fetches nothing, and needs its script only for copying, searching and the mark of the current link.
 */
export function docsPage(document: OpenApiDocument): Hono {
  const page = htmlDocument(<Page document={document} />);
  const app = new Hono();
  const headers = { 'Content-Type': 'text/html; charset=UTF-8', 'Content-Security-Policy': POLICY };
  app.get('/api/docs', builtFile(Buffer.from(page), UNCHANGED_WHILE_RUNNING, headers));
  return app;
}

const Page: FC<{ document: OpenApiDocument }> = ({ document }) => {
  const apiUrl = document.servers[0]?.url ?? '';
  const groups = groupByTag(document);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${document.info.title} API`}</title>
        <link rel="icon" href={ICON} />
        <style dangerouslySetInnerHTML={{ __html: DOCS_STYLE }} />
      </head>
      <body>
        <div class="page">
          <Contents document={document} groups={groups} />
          <main id="all">
            <Introduction document={document} apiUrl={apiUrl} />
            {groups.map(({ name, endpoints }) => (
              <section>
                <h2>{name}</h2>
                {endpoints.map((endpoint) => (
                  <EndpointArticle {...endpoint} apiUrl={apiUrl} shared={document.components.schemas} />
                ))}
              </section>
            ))}
            <Webhooks document={document} />
          </main>
        </div>
        <script dangerouslySetInnerHTML={{ __html: DOCS_SCRIPT }} />
      </body>
    </html>
  );
};

const Contents: FC<{ document: OpenApiDocument; groups: ReturnType<typeof groupByTag> }> = ({ document, groups }) => (
  <nav aria-label="Endpoints">
    <a class="brand" href="/">
      <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M9 19v4M16 14v9M23 9v14" />
      </svg>
      {document.info.title}
    </a>
    <p>
      <a href="/">Back to the dashboard</a>
    </p>
    <input class="search" type="search" placeholder="Search" aria-label="Search endpoints and fields" hidden />
    <p class="status" role="status" />
    <ul>
      <li>
        <a href="#top">Introduction</a>
      </li>
      <li>
        <a href="#all">Everything on one page</a>
      </li>
    </ul>
    {groups.map(({ name, endpoints }) => (
      <>
        <h2>{name}</h2>
        <ul>
          {endpoints.map(({ method, operation }) => (
            <li>
              <a href={`#${operation.operationId}`}>
                <span class={`method ${method}`}>{method}</span>
                {operation.summary}
              </a>
            </li>
          ))}
        </ul>
      </>
    ))}
    <h2>Webhooks</h2>
    <ul>
      {Object.values(document.webhooks).map(({ post }) => (
        <li>
          <a href={`#${post.operationId}`}>{post.summary}</a>
        </li>
      ))}
    </ul>
  </nav>
);

const Introduction: FC<{ document: OpenApiDocument; apiUrl: string }> = ({ document, apiUrl }) => (
  <header id="top">
    <h1>{`${document.info.title} API`}</h1>
    <WithCode text={document.info.description} />
    <p>
      Also available as an OpenAPI {document.openapi} document: <a href={`${apiUrl}/openapi.json`}>openapi.json</a>
    </p>
    <h2 class="label">Base URL</h2>
    <pre>
      <code>{apiUrl}</code>
    </pre>
    <h2 class="label">Success</h2>
    <pre>
      <code>{'{ "success": true, "data": …, "meta": { "status": 200 } }'}</code>
    </pre>
    <h2 class="label">Error</h2>
    <pre>
      <code>{ERROR_EXAMPLE}</code>
    </pre>
  </header>
);

const EndpointArticle: FC<Endpoint & { apiUrl: string; shared: Readonly<Record<string, JsonSchema>> }> = (props) => {
  const { method, path, operation, apiUrl, shared } = props;
  const responses = Object.entries(operation.responses);
  return (
    <article id={operation.operationId}>
      <h3>{operation.summary}</h3>
      <div class="address">
        <span class={`method ${method}`}>{method}</span>
        <code>{path}</code>
      </div>
      {operation.description && <WithCode text={operation.description} />}
      <p>
        Scope: <code>{operation.security[0]?.apiKey?.join(', ')}</code>
      </p>
      <div class="example">
        <button class="copy" type="button" hidden>
          Copy
        </button>
        <pre>
          <code>{curlLine(apiUrl, method, path, operation)}</code>
        </pre>
      </div>
      {operation.parameters.length > 0 && <Parameters operation={operation} shared={shared} />}
      {Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => (
        <>
          <h4>Body, {type}</h4>
          {schema.description && <p>{schema.description}</p>}
          {(schema.oneOf ?? [schema]).map((choice) => (
            <Fields schema={choice} shared={shared} />
          ))}
        </>
      ))}
      {responses
        .filter(([status]) => status < '300')
        .map(([status, { content }]) => (
          <>
            <h4>Response {status}</h4>
            <Fields schema={onlyData(content)} shared={shared} />
          </>
        ))}
      <details>
        <summary>Other responses</summary>
        <dl>
          {responses
            .filter(([status]) => status >= '300')
            .map(([status, { description }]) => (
              <>
                <dt>
                  <code>{status}</code>
                </dt>
                <dd>{description}</dd>
              </>
            ))}
        </dl>
      </details>
    </article>
  );
};

const Parameters: FC<{ operation: Operation; shared: Readonly<Record<string, JsonSchema>> }> = (props) => (
  <>
    <h4>Parameters</h4>
    <ul class="fields">
      {props.operation.parameters.map(({ name, in: place, required, description, schema }) => (
        <li>
          <code class="name">{name}</code> <TypeName schema={schema} shared={props.shared} />
          <span class="note">{[place, ...(required ? [] : ['optional']), ...describeDefault(schema)].join(', ')}</span>
          {description && <p>{description}</p>}
        </li>
      ))}
    </ul>
  </>
);

const describeDefault = (schema: JsonSchema): readonly string[] =>
  schema.default === undefined ? [] : [`default ${schema.default}`];

/** Omits the envelope, which is always the same and explained in the introduction. */
function onlyData(content: Content = {}): JsonSchema {
  const data = content['application/json']?.schema.properties?.data;
  return data === undefined ? {} : { properties: { data }, required: ['data'] };
}

/** Backquotes mark code. */
const WithCode: FC<{ text: string }> = ({ text }) => (
  <p>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code>{part}</code>))}</p>
);

function groupByTag(document: OpenApiDocument) {
  const endpoints: readonly Endpoint[] = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  );
  return document.tags.map(({ name }) => ({
    name,
    endpoints: endpoints.filter(({ operation }) => operation.tags.includes(name)),
  }));
}
