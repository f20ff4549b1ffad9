import { z } from 'zod';
import type { KeyScope } from '../../accounts/key-rights.js';
import type { Website } from '../../websites/website.js';

/** A request to the API. Parameters that are undefined are left out; a list repeats one. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  /** Below `/api/v1`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
}

/** What a route answered, of the shape that its schema says. */
export interface ApiAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: the route has typed it.
  readonly data: any;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly nextCursor: string | undefined;
}

/** Asks the API as the caller of a tool. Throws AppError with the API's messages. */
export type Ask = (request: ApiRequest) => Promise<ApiAnswer>;

export type ToolInput = Readonly<Record<string, unknown>>;

/** A tool of the MCP server. It reads, and changes nothing. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Keys without all of them do not see the tool. */
  readonly scopes: readonly KeyScope[];
  /** For clients. The API checks the input. */
  readonly input: z.ZodObject;
  /** Every answer has exactly this shape. */
  readonly output: z.ZodObject;
  readonly call: (input: ToolInput, ask: Ask, signal: AbortSignal) => Promise<object>;
}

/**
 * The URL of the dashboard's page that shows what a route of a website answers, named by its path: `funnel`. The dashboard
 * writes it, since it reads it.
 *
 * @param body that the route took
 */
export type FindAnswerPage = (website: Pick<Website, 'id' | 'timezone'>, route: string, body: ToolInput) => string;

export const dashboardUrl = z
  .string()
  .describe(
    'Page of the dashboard that shows the same: its website, range and, as far as the page has them, steps, comparison, goal, segment and filters',
  );

export const warnings = z
  .array(z.object({ code: z.string(), message: z.string() }))
  .describe('What a reader of the figures should know');

export const websiteId = z.string().describe("The website's id, as list_websites has it");
