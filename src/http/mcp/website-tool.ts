import type { z } from 'zod';
import { websiteNotFound } from '../../lib/errors.js';
import type { Route } from '../api/route.js';
import type { Services } from '../services.js';
import { dashboardUrl, type FindAnswerPage, type Tool, type ToolInput, warnings, websiteId } from './tool.js';

export type ToolDeps = Pick<Services, 'clickhouse' | 'now' | 'reader'> & {
  readonly findAnswerPage: FindAnswerPage;
  readonly routes: readonly Pick<Route<never, never>, 'method' | 'path' | 'scopes' | 'query' | 'body' | 'response'>[];
};

export interface WebsiteTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Of the route below `/websites/:id/`. */
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  /** Fields of the route's input that differ in the tool, such as in their default. */
  readonly fields?: z.ZodRawShape;
  /** What is always asked for. */
  readonly adjust?: (input: ToolInput) => ToolInput;
}

/** A tool of one website that takes what a route of the API takes, and answers what it answers. */
export function websiteTool(
  deps: ToolDeps,
  { path, method = 'POST', fields = {}, adjust = (input) => input, ...names }: WebsiteTool,
): Tool {
  const route = findRoute(deps, method, `/websites/:id/${path}`);
  const given = (method === 'GET' ? route.query : route.body) as z.ZodObject;
  return {
    ...names,
    scopes: route.scopes,
    input: given.extend({ website: websiteId, ...fields }).strict(),
    output: (route.response as z.ZodObject).extend({ warnings, dashboardUrl }),
    call: async ({ website: id, ...input }, ask) => {
      const website = await requireWebsite(deps, id);
      const asked = adjust({ ...readDefaults(fields), ...input });
      const content = method === 'GET' ? { query: asked } : { body: asked };
      const { data, warnings } = await ask({ method, path: `/websites/${website.id}/${path}`, ...content });
      return { ...data, warnings, dashboardUrl: deps.findAnswerPage(website, path, input) };
    },
  };
}

/** Throws when a route is gone, so that it is noticed at the start. */
export function findRoute({ routes }: ToolDeps, method: string, path: string) {
  const route = routes.find((each) => each.method === method && each.path === path);
  if (route === undefined) throw new Error(`The API has no route ${method} ${path}`);
  return route;
}

/** Any website: the API then checks whose it is. Throws AppError `not_found`. */
export async function requireWebsite({ reader }: Pick<ToolDeps, 'reader'>, id: unknown) {
  const website = typeof id === 'string' ? await reader.find(id) : undefined;
  if (website === undefined) throw websiteNotFound();
  return website;
}

function readDefaults(fields: z.ZodRawShape): Record<string, unknown> {
  const defaults = Object.entries(fields).map(([name, field]) => [
    name,
    (field as z.ZodType).safeParse(undefined).data,
  ]);
  return Object.fromEntries(defaults.filter(([, value]) => value !== undefined));
}
