import { z } from 'zod';
import { describeSubscription } from '../../accounts/plan.js';
import { accountUsage } from '../account-usage.js';
import { route, type Services } from '../services.js';

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

/** docs/api-specification.md, section 4.1. */
export const accountRoutes = (services: Services) => [
  route({
    method: 'GET',
    path: '/account',
    access: 'account',
    tag: 'Account',
    summary: 'Get account',
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
    summary: 'Get subscription',
    response: subscriptionShape,
    handle: async () => ({ data: describeSubscription(services.plan, services.now()) }),
  }),
  route({
    method: 'GET',
    path: '/account/usage',
    access: 'account',
    tag: 'Account',
    summary: 'Get usage',
    response: usageShape,
    handle: async ({ account }) => ({ data: await accountUsage(services, account.id) }),
  }),
];
