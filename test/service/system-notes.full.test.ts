import { expect, onTestFinished, test } from 'vitest';
import { installationSettings } from '../../src/postgres/schema.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { apiClient } from './api-client.js';
import { pageview, send } from './browser.js';
import { readNotes } from './system-notes.js';
import { testService } from './test-service.js';

const NOW = Date.UTC(2026, 4, 1, 12);
const AT = new Date(NOW).toISOString();

test('a note of the service tells of another rotation of ids', async () => {
  const service = await testService({ clock: NOW });
  onTestFinished(() => service.close());
  const owner = await apiClient(service);
  const { id } = await owner.website();
  const { id: other } = await owner.website();
  await service.restart();
  expect(await readNotes(owner, id)).toEqual([]);
  const { db } = service.engines.postgres;
  await db.update(installationSettings).set({ usedRotation: 'daily' });
  for (const _ of [1, 2]) await service.restart();
  const note = { at: AT, until: null, text: 'Visitor IDs no longer change: each visitor counts as new once.' };
  expect([await readNotes(owner, id), await readNotes(owner, other)]).toEqual([[note], [note]]);
});

test('a note of the service tells of rows that were set aside, once a day', async () => {
  const service = await testService({
    clock: NOW,
    afterMigration: [`ALTER TABLE events ADD CONSTRAINT no_poison CHECK path != '/poison'`],
  });
  onTestFinished(() => service.close());
  const owner = await apiClient(service);
  const website = await owner.website();
  const { id: other } = await owner.website();
  for (const path of ['/', '/poison', '/poison']) {
    await send(service, pageview(website.apiKey, path));
    await service.drain();
  }
  const note = {
    at: AT.slice(0, 10),
    until: null,
    text: 'Some events could not be stored: they are in the folder rejected.',
  };
  await expect.poll(() => readNotes(owner, website.id), POLL_OPTIONS).toEqual([note]);
  expect(await readNotes(owner, other)).toEqual([]);
});
