import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import type { KeyRights, KeyScope } from '../../accounts/key-rights.js';
import { AppError, type AppErrorKind, type Problem } from '../../lib/errors.js';
import { isCurrent } from '../server/built-file.js';
import { answerText } from '../server/compression.js';
import { streamed, streamedFile } from '../server/streamed.js';
import type { Caller } from './authenticate.js';
import { type BodyKind, checkRequest, type FurtherChecks, type ParametersKind } from './check-request.js';
import { type SuccessMeta, success, successText } from './envelope.js';
import type { AllParameters, KnownParameters } from './query.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Whose API keys are accepted: any account's, or only that of the owner of the website `:id`. */
export type Access = 'account' | 'website';

type ParametersOf<Parameters extends ParametersKind> = Parameters extends z.ZodObject
  ? z.output<Parameters>
  : undefined;

type BodyOf<Body extends BodyKind> = Body extends z.ZodType
  ? z.output<Body>
  : Body extends 'stream'
    ? ReadableStream<Uint8Array>
    : undefined;

export interface Call<
  Account,
  Website,
  Wanted extends Access,
  Query extends ParametersKind,
  Body extends BodyKind,
  Path extends ParametersKind,
  Parsed,
> {
  readonly account: Account;
  readonly rights: KeyRights;
  readonly website: Wanted extends 'website' ? Website : undefined;
  readonly parsed: Parsed;
  readonly pathParameters: ParametersOf<Path>;
  readonly query: ParametersOf<Query>;
  readonly body: BodyOf<Body>;
  readonly context: Context;
}

export interface Reply<Data> extends SuccessMeta {
  readonly data: Data;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response whose `data` is streamed as pieces of JSON. Its `meta` is written after them. */
export interface StreamedReply extends SuccessMeta {
  readonly dataText: AsyncIterable<string>;
}

/** A streamed file instead of the envelope. */
export interface FileReply {
  readonly file: AsyncGenerator<string | Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;
}

interface RouteFacts {
  readonly method: Method;
  /**
   * Whether a route of an account accepts keys that are limited to some websites. Its handler then shows or uses only
   * these.
   */
  readonly forLimitedKeys?: boolean;
  readonly summary: string;
  readonly description?: string;
  /** Group of the route in the OpenAPI document. */
  readonly tag: string;
  /** Describes free-form query parameters in the document. The handler reads and checks them. */
  readonly openQuery?: string;
  /** Query parameters that may have several values. `parse` reads them; the schema checks the first one. */
  readonly repeatable?: readonly string[];
  /** Schema of additional request headers, for the document. The handler reads and checks them. */
  readonly headers?: z.ZodObject;
  /** Whether responses have an `ETag`. Streamed responses never do. */
  readonly conditional?: boolean;
  /** Whether responses are paginated: the last page has no `meta.nextCursor` and no header `Link`. */
  readonly paged?: boolean;
  /** Schema of a line of a streamed body, for the document. The handler reads and checks the lines. */
  readonly line?: z.ZodObject;
  /** Content types of files that can replace the envelope, for the document. */
  readonly fileTypes?: readonly string[];
  /** False when every success is a file. */
  readonly hasEnvelope?: boolean;
  /** Whether successes may have `meta.warnings`. */
  readonly hasWarnings?: boolean;
  /** Whether failures have `meta.problems`, with a pointer and a code for each error. */
  readonly hasProblems?: boolean;
}

export interface RouteDefinition<
  Account,
  Website,
  Wanted extends Access,
  Query extends ParametersKind,
  Body extends BodyKind,
  Path extends ParametersKind,
  Data extends z.ZodType,
  Parsed,
> extends RouteFacts {
  readonly path: Wanted extends 'website' ? `/websites/:id${string}` : `/${string}`;
  readonly access: Wanted;
  /** Scope that an API key needs, or several. By default `read` for GET, and `write` for other methods. */
  readonly scope?: KeyScope | readonly KeyScope[];
  /** Path parameters besides `:id`. */
  readonly pathParameters?: Path;
  readonly query?: Query;
  /**
   * Parses query parameters that depend on the website. Messages of its AppError are reported together with the
   * schema's.
   */
  readonly parse?: Wanted extends 'website'
    ? (given: KnownParameters, website: Website, all: AllParameters) => Parsed | Promise<Parsed>
    : undefined;
  /** Unlisted fields are refused even if the schema is not strict. */
  readonly body?: Body;
  /** Returns errors of a body, as sent, that depend on the website. They are reported together with the schema's. */
  readonly checkBody?: Wanted extends 'website'
    ? (body: Readonly<Record<string, unknown>>, website: Website) => readonly Problem[]
    : undefined;
  /** Schema of `data`, for the document only: responses are not parsed. */
  readonly response: Data;
  readonly status?: 200 | 201 | 202;
  /** Errors that the handler throws, besides those implied by access, query and body. */
  readonly errorKinds?: readonly AppErrorKind[];
  /** Throws account errors that take precedence over errors in query and body. */
  readonly admit?: (account: Account) => Promise<void>;
  readonly handle: (
    call: Call<Account, Website, Wanted, Query, Body, Path, Parsed>,
  ) => Promise<Reply<z.output<Data>> | StreamedReply | FileReply>;
}

/** A route of the API as one value: `api.ts` mounts it and `openapi.ts` documents it. */
export interface Route<Account, Website> extends RouteFacts {
  readonly path: string;
  readonly access: Access;
  /** An API key needs all of them. */
  readonly scopes: readonly KeyScope[];
  readonly pathParameters: ParametersKind;
  readonly query: ParametersKind;
  readonly body: BodyKind;
  readonly response: z.ZodType;
  readonly status: 200 | 201 | 202;
  readonly errorKinds: readonly AppErrorKind[];
  /** `website` is set when access is `website`. */
  readonly answer: (context: Context, caller: Caller<Account>, website: Website | undefined) => Promise<Response>;
}

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/**
 * Returns a function that creates routes for this `Account` and `Website`, fully typed:
 *
 *     const route = routeFor<Account, Website>();
 *     const rename = route({ method: 'PATCH', path: '/websites/:id', access: 'website', body: z.object({ … }), … });
 */
export const routeFor =
  <Account, Website>() =>
  <
    Wanted extends Access,
    Data extends z.ZodType,
    Query extends ParametersKind = undefined,
    Body extends BodyKind = undefined,
    Path extends ParametersKind = undefined,
    Parsed = undefined,
  >(
    definition: RouteDefinition<Account, Website, Wanted, Query, Body, Path, Data, Parsed>,
  ): Route<Account, Website> => {
    const {
      scope,
      pathParameters,
      query,
      parse,
      checkBody,
      admit,
      handle,
      status = 200,
      errorKinds = [],
      ...rest
    } = definition;
    const scopes = [scope ?? (definition.method === 'GET' ? 'read' : 'write')].flat();
    const body: BodyKind = definition.body instanceof z.ZodObject ? definition.body.strict() : definition.body;

    async function answer(context: Context, caller: Caller<Account>, website: Website | undefined): Promise<Response> {
      await admit?.(caller.account);
      let parsed: Parsed | undefined;
      const alsoWrong = async (given: KnownParameters, all: AllParameters): Promise<readonly Problem[]> => {
        if (website === undefined) return [];
        try {
          parsed = await parse?.(given, website, all);
          return [];
        } catch (error) {
          if (error instanceof AppError) return error.problems;
          throw error;
        }
      };
      const schemas = { pathParameters, query, body, repeatable: rest.repeatable };
      const further: FurtherChecks = {
        query: alsoWrong,
        body: (sent) => (website === undefined ? [] : (checkBody?.({ ...sent }, website) ?? [])),
      };
      const checked = await checkRequest(schemas, further, context).catch((error) => {
        throw rest.hasProblems ? withCodes(error) : error;
      });
      const call = { ...caller, website, parsed, ...checked, context };
      const reply = await handle(asCall<Account, Website, Wanted, Query, Body, Path, Parsed>(call));
      if ('dataText' in reply) {
        const { dataText, ...meta } = reply;
        return streamed(context, successText(dataText, status, meta), JSON_HEADERS);
      }
      if ('file' in reply) return streamedFile(context, reply.file, reply.headers);
      const { data, headers, ...meta } = reply;
      const text = JSON.stringify(success(data, status, meta));
      return rest.conditional
        ? answerConditionally(context, text)
        : answerText(context, text, status, { ...JSON_HEADERS, ...headers });
    }
    return { ...rest, scopes, pathParameters, query, body, status, errorKinds, answer };
  };

/** Gives every problem of an invalid request a code; other errors stay as they are. */
export function withCodes(error: unknown): unknown {
  if (!(error instanceof AppError) || error.kind !== 'invalid') return error;
  const problems = error.problems.map((problem) =>
    typeof problem === 'string' ? { field: '', message: problem, code: 'invalid' } : { code: 'invalid', ...problem },
  );
  return new AppError('invalid', problems);
}

/** Answers 304 when the client's copy is current. A client may keep the text, but must revalidate it. */
function answerConditionally(context: Context, text: string): Response | Promise<Response> {
  const etag = `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  if (isCurrent(etag, context)) return context.body(null, 304, headers);
  return answerText(context, text, 200, { ...JSON_HEADERS, ...headers });
}

/**
 * Safe cast: path parameters, query and body come from the schemas of these types, `api.ts` passes the website, and
 * `parse` has then run.
 */
function asCall<
  Account,
  Website,
  Wanted extends Access,
  Query extends ParametersKind,
  Body extends BodyKind,
  Path extends ParametersKind,
  Parsed,
>(call: {
  readonly account: Account;
  readonly rights: KeyRights;
  readonly website: Website | undefined;
  readonly parsed: Parsed | undefined;
  readonly pathParameters: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly context: Context;
}) {
  return call as Call<Account, Website, Wanted, Query, Body, Path, Parsed>;
}
