import { beforeAll, describe, expect, test } from 'vitest';
import type { Query } from '../oracle/answers.js';
import type { ApiClient } from './api-client.js';
import { counted, expectDailyVisitors } from './daily-visitors.js';
import { expectDerivedTables } from './derived-tables.js';
import { importInPieces } from './oracle-client.js';
import { type DeletionOptions, randomDeletions } from './random-deletions.js';
import { stagedRows, storedRows } from './stored-rows.js';
import type { TestService } from './test-service.js';

/** Every insert stays a part of its own. */
export const NEVER_MERGED = [
  `ALTER TABLE events MODIFY SETTING
  max_bytes_to_merge_at_min_space_in_pool = 1, max_bytes_to_merge_at_max_space_in_pool = 1`,
];

interface Opened {
  readonly service: TestService;
  readonly owner: ApiClient;
}

/** Deletes from a random history, and expects the answers of the oracle to what remains. */
export function describeDeletedHistory(opened: () => Opened, options: DeletionOptions): void {
  describe(`a history in ${options.timezone}, seed ${options.seed}`, () => {
    const { website, history, whole, deletions, remove, expectAnswers } = randomDeletions(options);
    let service: TestService;
    let owner: ApiClient;
    let id: string;
    let other: string;
    let left = history;

    beforeAll(async () => {
      ({ service, owner } = opened());
      service.clock = Date.UTC(2026, 3, 20);
      [id, other] = [(await owner.website({ ...website })).id, (await owner.website({ ...website })).id];
      for (const websiteId of [id, other]) await importInPieces(owner, websiteId, history);
    });

    const deleteEvents = ({ from, to, filters }: Query) =>
      owner.call('DELETE', `/websites/${id}/events?${new URLSearchParams({ from, to, ...filters })}`);

    test.each(deletions.map((query) => [JSON.stringify(query), query] as const))(
      'is as if the deleted events had never come: %s',
      async (_, query) => {
        const { rest, ...chosen } = remove(left, query);
        const { body } = await deleteEvents(query);
        const deletionId = chosen.events === 0 ? null : expect.any(String);
        expect(body.data).toEqual({ ...chosen, dryRun: false, deletionId });
        left = rest;
        await expectAnswers(owner, id, left);
        await expectAnswers(owner, id, left, { ...query, limit: 'all' });
        await expectDailyVisitors(service.clickhouse, id, await counted(service, id));
        await expectAnswers(owner, id, left);
        await expectDerivedTables(service.clickhouse);
      },
    );

    test('loses all of it, and nothing is left of it', async () => {
      await deleteEvents({ from: '2026-01-01', to: '2026-04-30' });
      const rows = await storedRows(service, id);
      expect(rows.events ?? 0).toBe(0);
      expect(rows.visits ?? 0).toBe(0);
      expect(rows.sessions ?? 0).toBe(0);
      expect((await owner.get(`/websites/${id}/stats/has-events`)).body.data).toEqual({ hasEvents: false });
    });

    test('of another website is as it was', () => expectAnswers(owner, other, history, whole));

    test('leaves nothing staged', async () => expect(await stagedRows(service)).toEqual({}));
  });
}
