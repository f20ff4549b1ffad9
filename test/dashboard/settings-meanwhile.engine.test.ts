import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateWebsite } from '../../src/websites/change-website.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { type SignedIn, signedIn } from './signed-in.js';
import { added, storedWebsite, textOf, WEBSITE } from './website-pages.js';

let service: TestService;
let owner: SignedIn;

beforeAll(async () => {
  service = await sharedService();
  owner = await signedIn(service);
});

afterAll(() => service?.close());

const MEANWHILE = 'These settings changed since you opened the page. Review them and save again.';

const markIn = (page: string) => ({ updatedAt: /name="updatedAt" value="([^"]+)"/.exec(page)?.[1] ?? '' });

/** A website whose form was opened, after which an excluded path was saved elsewhere. */
async function changedMeanwhile() {
  const id = await added(owner);
  const path = `/websites/${id}/settings`;
  const opened = { ...WEBSITE, chartTheme: 'default', ...markIn(await owner.page(path)) };
  service.clock += 1000;
  const { websites } = service.services;
  await updateWebsite(websites, await storedWebsite(service, id), { excludedPaths: ['/admin/*'] }, service.clock);
  service.clock += 1000;
  return {
    opened,
    send: (fields: Record<string, string>) => owner.post(path, fields),
    stored: () => storedWebsite(service, id),
  };
}

test('what was saved since the form was opened is not undone unseen, and what was typed stays', async () => {
  const { opened, send, stored } = await changedMeanwhile();
  const typed = { ...opened, timezone: 'Asia/Tokyo' };
  const refused = await send(typed);
  expect(refused.status).toBe(400);
  const page = await refused.text();
  expect(textOf(page)).toContain(MEANWHILE);
  expect(page).toMatch(/<option value="Asia\/Tokyo" selected/);
  expect(await stored()).toMatchObject({ timezone: WEBSITE.timezone, excludedPaths: ['/admin/*'] });

  expect((await send({ ...typed, ...markIn(page) })).status).toBe(303);
  expect(await stored()).toMatchObject({ timezone: 'Asia/Tokyo', excludedPaths: ['/admin/*'] });
});

test('it is told beside what else is wrong, since the form that comes back is a new one', async () => {
  const { opened, send, stored } = await changedMeanwhile();
  const page = await (await send({ ...opened, name: '' })).text();
  expect(textOf(page)).toContain(MEANWHILE);
  expect(textOf(page)).toContain('Not saved. Please check: name.');
  expect(await stored()).toMatchObject({ excludedPaths: ['/admin/*'] });
});

test('a form without a mark is an old one', async () => {
  const { opened, send, stored } = await changedMeanwhile();
  expect((await send({ ...opened, timezone: 'Asia/Tokyo', updatedAt: '' })).status).toBe(400);
  expect(await stored()).toMatchObject({ excludedPaths: ['/admin/*'] });
});

test('a form that is sent twice is saved', async () => {
  const { opened, send, stored } = await changedMeanwhile();
  const typed = { ...opened, updatedAt: (await stored()).updatedAt.toISOString(), timezone: 'Asia/Tokyo' };
  expect((await send(typed)).status).toBe(303);
  service.clock += 1000;
  expect((await send(typed)).status).toBe(303);
});
