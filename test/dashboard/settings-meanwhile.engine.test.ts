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

const markIn = (page: string) => ({ mark: /name="mark" value="([^"]+)"/.exec(page)?.[1] ?? '' });

/** A website whose form was opened, after which a theme was saved elsewhere. */
async function changedMeanwhile() {
  const id = await added(owner);
  const path = `/websites/${id}/settings`;
  const opened = { ...WEBSITE, chartTheme: 'default', ...markIn(await owner.page(path)) };
  service.clock += 1000;
  const { websites } = service.services;
  await updateWebsite(websites, await storedWebsite(service, id), { chartTheme: 'ocean' }, service.clock);
  service.clock += 1000;
  return {
    opened,
    id,
    page: () => owner.page(path),
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
  expect(await stored()).toMatchObject({ timezone: WEBSITE.timezone, chartTheme: 'ocean' });

  expect((await send({ ...typed, ...markIn(page) })).status).toBe(303);
  expect(await stored()).toMatchObject({ timezone: 'Asia/Tokyo', chartTheme: 'default' });
});

test('it is told beside what else is wrong, since the form that comes back is a new one', async () => {
  const { opened, send, stored } = await changedMeanwhile();
  const page = await (await send({ ...opened, name: '' })).text();
  expect(textOf(page)).toContain(MEANWHILE);
  expect(textOf(page)).toContain('Not saved. Please check: name.');
  expect(await stored()).toMatchObject({ chartTheme: 'ocean' });
});

test('a form without a mark is an old one', async () => {
  const { opened, send, stored } = await changedMeanwhile();
  expect((await send({ ...opened, timezone: 'Asia/Tokyo', mark: '' })).status).toBe(400);
  expect(await stored()).toMatchObject({ chartTheme: 'ocean' });
});

test('a form that is sent twice is saved', async () => {
  const { opened, send, page } = await changedMeanwhile();
  const typed = { ...opened, ...markIn(await page()), timezone: 'Asia/Tokyo' };
  expect((await send(typed)).status).toBe(303);
  service.clock += 1000;
  expect((await send(typed)).status).toBe(303);
});

test('of two that are sent at once, one is saved', async () => {
  const id = await added(owner);
  const path = `/websites/${id}/settings/exclusions`;
  const mark = markIn(await owner.page(path));
  const paths = ['/a', '/b', '/c'];
  const answers = await Promise.all(paths.map((excludedPaths) => owner.post(path, { excludedPaths, ...mark })));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400]);
  const saved = paths[answers.findIndex(({ status }) => status === 303)];
  expect(await storedWebsite(service, id)).toMatchObject({ excludedPaths: [saved] });
  const refused = markIn(await answers.find(({ status }) => status === 400)!.text());
  expect((await owner.post(path, { excludedPaths: '/d', ...refused })).status).toBe(303);
});

test('what was saved on another tab meanwhile stays, and is no reason to refuse', async () => {
  const id = await added(owner);
  const path = `/websites/${id}/settings/exclusions`;
  const mark = markIn(await owner.page(path));
  const { websites } = service.services;
  const elsewhere = { name: 'New name', timezone: 'Asia/Tokyo', retentionMonths: 24 };
  await updateWebsite(websites, await storedWebsite(service, id), elsewhere, service.clock);
  expect((await owner.post(path, { excludedPaths: '/admin/*', ...mark })).status).toBe(303);
  expect(await storedWebsite(service, id)).toMatchObject({ ...elsewhere, excludedPaths: ['/admin/*'] });
});

test('a form that arrives slowly changes nothing of other tabs', async () => {
  const id = await added(owner);
  const path = `/websites/${id}/settings/exclusions`;
  const { mark } = markIn(await owner.page(path));
  const { websites } = service.services;
  const elsewhere = { name: 'New name', timezone: 'Asia/Tokyo' };
  const body = new ReadableStream({
    start: async (controller) => {
      controller.enqueue(new TextEncoder().encode(`mark=${mark}&excludedPaths=`));
      await new Promise((resolve) => setTimeout(resolve, 300));
      await updateWebsite(websites, await storedWebsite(service, id), elsewhere, service.clock);
      controller.enqueue(new TextEncoder().encode('/admin'));
      controller.close();
    },
  });
  const headers = {
    Cookie: owner.cookie,
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  const init = { method: 'POST', headers, body, duplex: 'half' as const };
  const answer = await service.app.request(path, init);
  expect(answer.status).toBe(303);
  expect(await storedWebsite(service, id)).toMatchObject({ ...elsewhere, excludedPaths: ['/admin'] });
});
