import { beforeAll, expect, test } from 'vitest';
import { dayStart } from '../oracle/zones.js';
import { apiClient } from './api-client.js';
import { changedWebsite, day, HOUR, WEEK, ZONE } from './changed-website.js';
import { testService } from './test-service.js';
import { twoShardsService } from './two-shards-service.js';

const SIGNUP = { dimension: 'event', operator: 'is', values: ['signup'] };
const PRICING = { dimension: 'page', operator: 'is', values: ['/pricing'] };

const questions = [
  { metric: 'visitors' },
  { metric: 'visits' },
  { metric: 'visits', filters: [PRICING] },
  { metric: 'visits', filters: [{ hasDone: SIGNUP }] },
  { metric: 'pageviews' },
  { metric: 'pageviews', filters: [PRICING] },
  { metric: 'conversions' },
] as const;

let [onShards, alone]: unknown[][] = [];

// A process has one engine at a time.
beforeAll(async () => {
  onShards = await answers(twoShardsService);
  alone = await answers(testService);
});

async function answers(open: typeof testService): Promise<unknown[]> {
  const service = await open({ clock: dayStart(ZONE, day(42)) + 13 * HOUR });
  try {
    const owner = await apiClient(service);
    const id = await changedWebsite(owner);
    const { body } = await owner.call('POST', `/websites/${id}/goals`, { name: 'Sign-up', match: SIGNUP });
    const found: unknown[] = [];
    for (const question of questions) {
      const goal = question.metric === 'conversions' ? { goal: body.data.id } : {};
      const answer = await owner.call('POST', `/websites/${id}/changes`, { ...WEEK, ...question, ...goal });
      expect(answer.status).toBe(200);
      expect(answer.body.data.now).toBeGreaterThan(0);
      found.push(answer.body.data);
    }
    return found;
  } finally {
    await service.close();
  }
}

test.each(questions.map((question, place) => [JSON.stringify(question), place] as const))(
  'what changed for %s is on two shards as on one',
  (_, place) => {
    expect(onShards![place]).toEqual(alone![place]);
  },
);
