import { z } from 'zod';
import type { AppErrorKind } from '../../lib/errors.js';
import { capitalized } from '../../lib/text.js';
import { failureSchema, successSchema } from './envelope.js';
import { errorStatus } from './error-map.js';
import { type JsonSchema, type SchemaMaker, schemaMaker } from './openapi-schema.js';
import { type DocumentedWebhook, webhookOperation } from './openapi-webhooks.js';
import type { Route } from './route.js';

/** The subset of OpenAPI 3.1 that the document uses. See https://spec.openapis.org/oas/v3.1.1 */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** By name. */
  readonly webhooks: Readonly<Record<string, Readonly<Record<'post', Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** Of an API key, each with the scopes that it needs; empty for a request without an API key. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

export interface DocumentedResponse {
  readonly description: string;
  readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  /** Missing for responses without a body. */
  readonly content?: Content;
}

type AnyRoute = Omit<Route<never, never>, 'answer'>;

const DESCRIPTION =
  'Website analytics over HTTP. Every request needs the API key of an account, in the header `X-API-Key` or as ' +
  '`Authorization: Bearer`. Keys can be limited to scopes and websites: `POST /keys`. Every response has the same envelope: `success`, `data` and `meta`. Statistics are in the time zone of ' +
  'the website. Unknown query parameters and empty ones are ignored, but a near miss of a known one is a 400; an unknown field ' +
  'of a body is a 400. Several filters are combined with AND; a value that the website has is matched exactly, and any other in ' +
  'the spelling in which events are stored. An account has a number of requests a minute (600 by default): ' +
  '`RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (in seconds) are on each response, and beyond it the response ' +
  'is 429 with `Retry-After`. An unknown path is 404, and another method of a path 405 with `Allow`. Responses are compressed by ' +
  '`Accept-Encoding`.';

const FAILURES: Readonly<Record<number, string>> = {
  400: 'The request is not valid; every error is listed',
  401: 'The API key is missing, malformed, unknown, revoked or expired',
  403: 'The API key does not have the scope or the website, the website belongs to another account, or an allowance is used up',
  404: 'The resource does not exist',
  408: 'The request came in too slowly',
  409: 'Conflicts with another request, or a limit is reached',
  413: 'The body is larger than 1 MiB',
  415: 'The body has another content type, another charset than UTF-8, or another compression',
  429: 'The account has used up its requests of this minute, or the address has sent too many wrong keys',
  431: 'Request line and headers are larger than 16 KiB, or more than 100 headers',
  500: 'Something went wrong on the server',
  503: 'The service cannot answer at the moment',
};

const integer = (description: string) => ({ description, schema: { type: 'integer' } }) as const;
const text = (description: string) => ({ description, schema: { type: 'string' } }) as const;

const REQUEST_ID = { 'X-Request-Id': text('Of the request, also in the log') };

const conditionalHeaders = z.object({
  'If-None-Match': z
    .string()
    .optional()
    .describe('The `ETag` of an earlier answer: 304 without a body when nothing has changed'),
});

/** Headers of each answer to a request with a valid key. */
const AUTHENTICATED = {
  ...REQUEST_ID,
  'RateLimit-Limit': integer('Requests a minute'),
  'RateLimit-Remaining': integer('Requests left in this minute'),
  'RateLimit-Reset': integer('Seconds until the allowance is full again'),
};

/** Built from the same schemas that validate requests. `apiUrl` ends in `/api/v1`. Build it once. */
export function openApiDocument(
  routes: readonly AnyRoute[],
  apiUrl: string,
  webhooks: readonly DocumentedWebhook[] = [],
): OpenApiDocument {
  const schemas = schemaMaker();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, schemas) };
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Footfall', version: '1', description: DESCRIPTION },
    servers: [{ url: apiUrl }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(
      webhooks.map((webhook) => [webhook.name, { post: webhookOperation(webhook, schemas) }]),
    ),
    components: {
      schemas: schemas.shared,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function operation(route: AnyRoute, schemas: SchemaMaker): Operation {
  return {
    operationId: operationId(route),
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    tags: [route.tag],
    security: [{ apiKey: [...route.scopes] }, { bearer: [...route.scopes] }],
    parameters: [
      ...idParameter(route),
      ...parametersIn('path', route.pathParameters, schemas),
      ...openParameters(route),
      ...parametersIn('query', route.query, schemas),
      ...parametersIn('header', route.conditional ? conditionalHeaders : route.headers, schemas),
    ],
    ...(route.body !== undefined && { requestBody: { required: true, content: requestContent(route, schemas) } }),
    responses: {
      [route.status]: {
        description: route.status === 201 ? 'Created' : 'Done',
        headers: {
          ...AUTHENTICATED,
          ...(route.status === 201 && { Location: text('Where it is') }),
          ...(route.conditional && {
            ETag: text('Of the content, for `If-None-Match`; missing for lists of over 1,000 rows'),
          }),
          ...(route.paged && {
            Link: text('The URL of the next page, as `<…>; rel="next"`; missing on the last one'),
          }),
        },
        content: {
          ...(route.hasEnvelope !== false &&
            json(schemas.ofResponse(successSchema(route.response, route.status, route)))),
          ...Object.fromEntries((route.fileTypes ?? []).map((type) => [type, { schema: { type: 'string' } }])),
        },
      },
      ...(route.conditional && {
        304: {
          description: 'Not changed since the answer with this `ETag`',
          headers: { ...AUTHENTICATED, ETag: text('The same') },
        },
      }),
      ...Object.fromEntries(failureStatuses(route).map((status) => [status, failureResponse(status, schemas)])),
    },
  };
}

/** `GET /websites/:id/stats/entry-pages` is `getWebsitesIdStatsEntryPages`. */
function operationId({ method, path }: AnyRoute): string {
  const words = path.split(/\W+/).filter((word) => word !== '');
  return method.toLowerCase() + words.map(capitalized).join('');
}

const idParameter = ({ access }: AnyRoute): readonly Parameter[] =>
  access === 'website'
    ? [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: "The website's id",
          schema: { type: 'string', format: 'uuid' },
        },
      ]
    : [];

/** OpenAPI serializes an object in `query` as one parameter per field. */
function openParameters({ openQuery: description }: AnyRoute): readonly Parameter[] {
  if (description === undefined) return [];
  const schema = { type: 'object', additionalProperties: { type: 'string' } } as const;
  return [{ name: 'parameters', in: 'query', required: false, description, schema }];
}

function parametersIn(
  place: Parameter['in'],
  object: z.ZodObject | undefined,
  schemas: SchemaMaker,
): readonly Parameter[] {
  if (object === undefined) return [];
  const { properties = {}, required = [] } = schemas.ofRequest(object);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'object' ? property : {};
    const described = description === undefined ? {} : { description };
    return { name, in: place, required: required.includes(name), ...described, schema };
  });
}

function requestContent({ body, line }: AnyRoute, schemas: SchemaMaker): Content {
  if (typeof body === 'object') return json(schemas.ofRequest(body));
  const contentSchema = line === undefined ? {} : schemas.ofRequest(line);
  const description = 'One JSON object a line, however many';
  return { 'application/x-ndjson': { schema: { type: 'string', description, contentSchema } } };
}

function failureStatuses({ access, body, errorKinds }: AnyRoute): readonly number[] {
  const kinds: readonly AppErrorKind[] = [
    'unauthorized',
    'too_many_requests',
    'forbidden',
    ...(access === 'website' ? (['not_found'] as const) : []),
    // Any URL can have an invalid encoding.
    'invalid',
    ...(body !== undefined ? (['unsupported_type'] as const) : []),
    ...(typeof body === 'object' ? (['too_large'] as const) : []),
    ...errorKinds,
  ];
  // Every request can be too slow or have a query that is too long, and every route needs a database, which may be
  // unavailable.
  return [...new Set([...kinds.map(errorStatus), 408, 431, 500, 503])];
}

function failureResponse(status: number, schemas: SchemaMaker): DocumentedResponse {
  return {
    description: FAILURES[status] ?? 'Failed',
    headers: failureHeaders(status),
    content: json(schemas.ofResponse(failureSchema)),
  };
}

function failureHeaders(status: number): DocumentedResponse['headers'] {
  switch (status) {
    case 401:
      return { ...REQUEST_ID, 'WWW-Authenticate': text('Bearer') };
    case 408:
    case 431:
      return REQUEST_ID;
    case 429:
    case 503:
      return { ...AUTHENTICATED, 'Retry-After': integer('Seconds to wait') };
    default:
      return AUTHENTICATED;
  }
}

const json = (schema: JsonSchema): Content => ({ 'application/json': { schema } });
