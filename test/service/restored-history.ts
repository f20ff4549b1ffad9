import { beforeAll, describe, expect, test } from 'vitest';
import type { Query } from '../oracle/answers.js';
import type { ApiClient } from './api-client.js';
import { counted, expectDailyVisitors } from './daily-visitors.js';
import { expectDerivedTables } from './derived-tables.js';
import { readEvents } from './event-rows.js';
import { importInPieces } from './oracle-client.js';
import { type DeletionOptions, randomDeletions } from './random-deletions.js';
import { stagedRows, storedRows } from './stored-rows.js';
import type { TestService } from './test-service.js';

interface Opened {
  readonly service: TestService;
  readonly owner: ApiClient;
}

/** Deletes from a random history and undoes that, one deletion and several, and expects everything to be as before. */
export function describeRestoredHistory(opened: () => Opened, options: DeletionOptions): void {
  describe(`a history in ${options.timezone}, seed ${options.seed}`, () => {
    const { website, history, deletions, remove, expectAnswers } = randomDeletions(options);
    let service: TestService;
    let owner: ApiClient;
    let id: string;
    let before: unknown;

    beforeAll(async () => {
      ({ service, owner } = opened());
      service.clock = Date.UTC(2026, 3, 20);
      ({ id } = await owner.website({ ...website }));
      await importInPieces(owner, id, history);
      before = await readEvents(service, id);
    });

    const deleteEvents = async ({ from, to, filters }: Query): Promise<string | null> => {
      const path = `/websites/${id}/events?${new URLSearchParams({ from, to, ...filters })}`;
      return (await owner.call('DELETE', path)).body.data.deletionId;
    };

    const restore = async (deletionId: string | null): Promise<void> => {
      expect((await owner.call('POST', `/websites/${id}/deletions/${deletionId}/restore`)).status).toBe(200);
    };

    test.each(deletions.map((query) => [JSON.stringify(query), query] as const))(
      'has the same rows after one deletion was undone: %s',
      async (_, query) => {
        const deletionId = await deleteEvents(query);
        expect(await readEvents(service, id)).not.toEqual(before);
        await restore(deletionId);
        expect(await readEvents(service, id)).toEqual(before);
        await expectDerivedTables(service.clickhouse);
      },
    );

    test('is as before after several deletions were undone', async () => {
      let left = history;
      const made: string[] = [];
      for (const query of deletions) {
        const deletionId = await deleteEvents(query);
        left = remove(left, query).rest;
        if (deletionId !== null) made.push(deletionId);
      }
      await expectAnswers(owner, id, left);
      const kept = (await owner.get(`/websites/${id}/deletions`)).body.data as { id: string }[];
      expect(kept.map((each) => each.id).sort()).toEqual(made.toSorted());
      for (const deletionId of made) await restore(deletionId);
      expect(await readEvents(service, id)).toEqual(before);
      await expectAnswers(owner, id, history);
      await expectDailyVisitors(service.clickhouse, id, await counted(service, id));
      await expectAnswers(owner, id, history);
      await expectDerivedTables(service.clickhouse);
      expect((await owner.get(`/websites/${id}/deletions`)).body.data).toEqual([]);
      expect(await stagedRows(service)).toEqual({});
      expect(await storedRows(service, id)).not.toHaveProperty('deleted_events');
    });
  });
}
