import { z } from 'zod';
import { subscriptionOf, usageOf } from '../../accounts/plan.js';
import { collectedPageviews } from '../../stats/usage.js';
import { utcMonth } from '../../time/index.js';
import { listWebsites } from '../../websites/list-websites.js';
import { route, type Services } from './services.js';

const instant = z.iso.datetime();

const accountShape = z
  .object({
    id: z.uuid(),
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    picture: z.string().nullable(),
    emailVerifiedAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Account' });

const subscriptionShape = z
  .object({
    plan: z.string(),
    status: z.string(),
    currentPeriodStart: instant,
    currentPeriodEnd: instant,
    limits: z.object({ pageviewsPerMonth: z.number(), websites: z.number() }),
  })
  .meta({ id: 'Subscription' });

const usageShape = z
  .object({
    currentPeriod: z.object({ start: instant, end: instant }),
    pageviews: z.object({ used: z.number(), limit: z.number(), percentage: z.number() }),
    websites: z.object({ used: z.number(), limit: z.number() }),
  })
  .meta({ id: 'Usage' });

/** Section 4.1 of the specification. */
export const accountRoutes = ({ clickhouse, websites, plan, now }: Services) => [
  route({
    method: 'GET',
    path: '/account',
    access: 'account',
    tag: 'Account',
    summary: 'The account of the API key',
    response: accountShape,
    handle: async ({ account }) => ({
      data: {
        id: account.id,
        email: account.email,
        firstName: account.firstName,
        lastName: account.lastName,
        picture: account.picture,
        emailVerifiedAt: account.emailVerifiedAt?.toISOString() ?? null,
        createdAt: account.createdAt.toISOString(),
      },
    }),
  }),
  route({
    method: 'GET',
    path: '/account/subscription',
    access: 'account',
    tag: 'Account',
    summary: 'The plan and its allowances',
    response: subscriptionShape,
    handle: async () => ({ data: subscriptionOf(plan, now()) }),
  }),
  route({
    method: 'GET',
    path: '/account/usage',
    access: 'account',
    tag: 'Account',
    summary: 'What is used of the allowances in the current period',
    response: usageShape,
    handle: async ({ account }) => {
      const at = now();
      const [pageviews, { length }] = await Promise.all([
        collectedPageviews(clickhouse, account.id, utcMonth(at)),
        listWebsites(websites.db, account.id),
      ]);
      return { data: usageOf(plan, at, pageviews, length) };
    },
  }),
];
