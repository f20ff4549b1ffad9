import { z } from 'zod';
import { emptyLastDay, lastDays } from '../../stats/reports/last-day.js';
import { regenerateTrackingKey, updateWebsite } from '../../websites/change-website.js';
import { createWebsite, requireRoom } from '../../websites/create-website.js';
import { embedCode } from '../../websites/embed-code.js';
import { newWebsite, websitePatch } from '../../websites/settings.js';
import type { Website } from '../../websites/website.js';
import { requestClient, route, type Services } from '../services.js';
import { cursorAfter, websitePageQuery } from './website-page.js';
import { changedFields, readOnlyFields, settable, specified, toWebsiteView, websiteShape } from './website-view.js';

const tag = 'Websites';

const cut = <Item>(list: readonly Item[], length: number): readonly [readonly Item[], boolean] => [
  list.slice(0, length),
  list.length > length,
];

/** docs/api-specification.md, section 4.2. */
export const websiteRoutes = (services: Services) => [
  ...accountRoutes(services),
  ...ownRoutes(services),
  embedCodeRoute(services),
];

/** Of all websites of an account. */
function accountRoutes({ clickhouse, websites, reader, plan, now, baseUrl }: Services) {
  return [
    route({
      method: 'GET',
      path: '/websites',
      access: 'account',
      forLimitedKeys: true,
      tag,
      summary: 'List websites',
      description:
        'Those of the API key, the oldest first, at most 1,000 at a time. While there are more, `meta.nextCursor` and the header `Link` lead ' +
        'to the next page.',
      query: websitePageQuery,
      paged: true,
      response: z.array(websiteShape),
      handle: async ({ account, rights, query: { limit, cursor }, context }) => {
        const page = { limit: limit + 1, after: cursor, only: rights.websites };
        const [found, more] = cut(await reader.list(account.id, page), limit);
        const lastDayById = await lastDays(requestClient({ clickhouse }, context), found, now());
        const data = found.map((website) => toWebsiteView(website, lastDayById(website)));
        const last = more ? found.at(-1) : undefined;
        if (last === undefined) return { data };
        const nextCursor = cursorAfter(last);
        const next = new URLSearchParams({ limit: String(limit), cursor: nextCursor });
        return { data, nextCursor, headers: { Link: `<${baseUrl}/api/v1/websites?${next}>; rel="next"` } };
      },
    }),
    route({
      method: 'POST',
      path: '/websites',
      access: 'account',
      tag,
      summary: 'Create website',
      description: 'Several websites may have the same domain. 403 when the plan allows no more websites.',
      body: specified(newWebsite).extend({ favicon: newWebsite.shape.favicon.nullable() }),
      response: websiteShape,
      status: 201,
      errorKinds: ['forbidden'],
      admit: async ({ id }) => requireRoom(await reader.count(id), plan),
      handle: async ({ account, body }) => {
        const settings = { ...body, favicon: body.favicon ?? undefined };
        const website = await createWebsite(websites, account.id, settings, plan, now());
        const day = emptyLastDay(website, now());
        return { data: toWebsiteView(website, day), headers: { Location: `/api/v1/websites/${website.id}` } };
      },
    }),
  ];
}

/** Of one website. */
function ownRoutes({ clickhouse, websites, now, deleteWebsite }: Services) {
  const readLastDay = async (website: Pick<Website, 'id' | 'timezone'>) =>
    (await lastDays(clickhouse, [website], now()))(website);
  /** The last day is queried first, so that a failing query changes nothing. */
  const changed = async ({ id, timezone }: Pick<Website, 'id' | 'timezone'>, change: () => Promise<Website>) => {
    const day = await readLastDay({ id, timezone });
    return { data: toWebsiteView(await change(), day) };
  };
  return [
    route({
      method: 'GET',
      path: '/websites/:id',
      access: 'website',
      tag,
      summary: 'Get website',
      response: websiteShape,
      handle: async ({ website }) => ({ data: toWebsiteView(website, await readLastDay(website)) }),
    }),
    route({
      method: 'PATCH',
      path: '/websites/:id',
      access: 'website',
      tag,
      summary: 'Update website',
      description:
        'Changes the given fields only. A list replaces the earlier list. Read-only fields are accepted with their present value.',
      body: specified(websitePatch).extend(readOnlyFields),
      checkBody: changedFields,
      response: websiteShape,
      handle: ({ website, body }) =>
        changed({ ...website, timezone: body.timezone ?? website.timezone }, () =>
          updateWebsite(websites, website, settable(body), now()),
        ),
    }),
    route({
      method: 'DELETE',
      path: '/websites/:id',
      access: 'website',
      tag,
      summary: 'Delete website',
      description: 'Deletes the website and all of its events. Deletion is irreversible.',
      response: z.null(),
      handle: async ({ website }) => {
        await deleteWebsite(website);
        return { data: null, message: 'Website deleted' };
      },
    }),
    route({
      method: 'POST',
      path: '/websites/:id/regenerate-tracking-key',
      access: 'website',
      tag,
      summary: 'Regenerate tracking key',
      description: 'Replaces the tracking key of the website. The old key is invalid at once.',
      response: websiteShape,
      handle: ({ website }) => changed(website, () => regenerateTrackingKey(websites, website, now())),
    }),
  ];
}

const embedCodeRoute = ({ scriptUrl, baseUrl }: Services) =>
  route({
    method: 'GET',
    path: '/websites/:id/embed-code',
    access: 'website',
    tag,
    summary: 'Get embed code',
    description: "Returns the script element for the website's pages.",
    query: z.object({
      allowLocalhost: z
        .string()
        .regex(/^(true|false|1|0)$/i, 'must be true or false')
        .default('false')
        .describe('Enables tracking on localhost for debugging'),
    }),
    response: z.object({ embedCode: z.string() }),
    handle: async ({ website, query, context }) => {
      // Present and empty, as in `?allowLocalhost`, it is true.
      const allowLocalhost = context.req.query('allowLocalhost') === '' || /^(true|1)$/i.test(query.allowLocalhost);
      return { data: { embedCode: embedCode(website, { scriptUrl, baseUrl, allowLocalhost }) } };
    },
  });
