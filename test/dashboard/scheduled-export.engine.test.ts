import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS_KEY, openStorage, SECRET_KEY, type Storage } from '../history/export/storage.js';
import { type TestService, testService } from '../service/test-service.js';
import { type SignedIn, signedIn } from './signed-in.js';
import { added, textOf } from './website-pages.js';

let service: TestService;
let owner: SignedIn;
let storage: Storage;
let folder: string;

beforeAll(async () => {
  storage = await openStorage();
  folder = await mkdtemp(join(tmpdir(), 'footfall-exports-'));
  service = await testService({
    clock: Date.parse('2026-03-02T12:00:00Z'),
    environment: { EXPORT_DIR: folder, WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
  owner = await signedIn(service);
});
afterAll(async () => {
  await service.close();
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

const pathOf = (id: string, form = '') => `/websites/${id}/settings/exports${form}`;
const leadsTo = (response: Response) => [response.status, response.headers.get('Location')];
const done = (id: string, name: string) => [303, `/websites/${id}/settings/exports?done=${name}#scheduled-export`];
const settings = (id: string) => owner.page(`/websites/${id}/settings/exports`);

describe('the scheduled export in the settings', () => {
  test('to a folder is created, tested, rerun and deleted', async () => {
    const id = await added(owner, { timezone: 'UTC' });
    expect(textOf(await settings(id))).toContain('Create export');
    const form = { exportDestination: 'folder', exportFolder: ' team ', exportUrl: '', exportAccessKeyId: '' };
    expect(leadsTo(await owner.post(pathOf(id), form))).toEqual(done(id, 'export'));
    let text = textOf(await settings(id));
    expect(text).toContain(
      `No exports yet. Next: the events of 1 Mar 2026, within minutes. team/${id}/YYYY-MM-DD.parquet`,
    );
    expect(leadsTo(await owner.post(pathOf(id, '/test')))).toEqual(done(id, 'export-tested'));
    expect(await readFile(join(folder, 'team', id, 'footfall-test.txt'), 'utf8')).toMatch(/^A test/);
    await service.jobs.run('scheduled exports');
    text = textOf(await settings(id));
    expect(text).toMatch(
      /Last export: 1 Mar 2026 \( ?just now ?\)\. Next: the events of 2 Mar 2026, on 3 Mar 2026, 01:00\./,
    );
    expect(leadsTo(await owner.post(pathOf(id, '/rerun'), { exportFrom: '2026-02-27' }))).toEqual(
      done(id, 'export-rerun'),
    );
    await service.jobs.run('scheduled exports');
    expect((await readdir(join(folder, 'team', id))).toSorted()).toEqual([
      ...['2026-02-27', '2026-02-28', '2026-03-01'].map((day) => `${day}.parquet`),
      'footfall-test.txt',
    ]);
    expect(leadsTo(await owner.post(pathOf(id, '/delete')))).toEqual(done(id, 'export-deleted'));
    expect(textOf(await owner.page(`/websites/${id}/settings/exports?done=export-deleted`))).toContain(
      'Existing files were kept.',
    );
    expect((await owner.post(pathOf(id, '/test'))).status).toBe(404);
  });

  test('to a bucket never shows its stored keys, keeps all but the secret with an error, and says why a test has failed', async () => {
    const id = await added(owner, { timezone: 'UTC' });
    const form = {
      ...{ exportDestination: 's3', exportUrl: `http://localhost:${storage.port}/bucket`, exportFolder: '' },
      ...{ exportRegion: '', exportAccessKeyId: ACCESS_KEY, exportSecretAccessKey: SECRET_KEY },
    };
    const pages: string[] = [];
    const wrong = await owner.post(pathOf(id), { ...form, exportUrl: 'nowhere', exportRegion: 'a/"b' });
    pages.push(await wrong.text());
    expect(wrong.status).toBe(400);
    expect(pages[0]).toContain('id="exportUrl-error">Must be the https URL of a bucket');
    expect(pages[0]).toContain('value="a/&quot;b"');
    expect(pages[0]).toContain(`value="${ACCESS_KEY}"`);
    expect(pages[0]).toContain('id="exportSecretAccessKey-error">Enter it again: it is not shown after an error.');
    expect(leadsTo(await owner.post(pathOf(id), form))).toEqual(done(id, 'export'));
    storage.mode = 'breaks';
    const failed = await owner.post(pathOf(id, '/test'));
    pages.push(await failed.text());
    expect(failed.status).toBe(502);
    expect(textOf(pages[1]!)).toContain('Test failed. The storage service answered with the status 503 (SlowDown).');
    await service.jobs.run('scheduled exports');
    storage.mode = 'works';
    pages.push(await settings(id));
    expect(textOf(pages[2]!)).toContain(
      'Export of 1 Mar 2026 failed. The storage service answered with the status 503 (SlowDown). Next attempt at 12:01.',
    );
    const again = await owner.post(pathOf(id, '/test'));
    expect([again.status, textOf(await again.text()).includes('Wait 5 seconds between two tests')]).toEqual([
      429,
      true,
    ]);
    // Without keys, the stored ones stay.
    const { exportAccessKeyId: _, exportSecretAccessKey: _secret, ...rest } = form;
    expect(leadsTo(await owner.post(pathOf(id), { ...rest, exportRegion: 'us-east-1' }))).toEqual(done(id, 'export'));
    await service.jobs.run('scheduled exports');
    pages.push(await settings(id));
    expect(textOf(pages[3]!)).toContain('Last export: 1 Mar 2026');
    for (const page of pages) expect(page).not.toContain(SECRET_KEY);
    for (const page of pages.slice(1)) expect(page).not.toContain(ACCESS_KEY);
  });

  test('has its errors beside the fields, and stays as it was', async () => {
    const id = await added(owner, { timezone: 'UTC' });
    const errorsOf = async (fields: Record<string, string>, form = '') => {
      const response = await owner.post(pathOf(id, form), fields);
      expect(response.status).toBe(400);
      return response.text();
    };
    expect(await errorsOf({ exportDestination: 'folder', exportFolder: '../out' })).toContain(
      'id="exportFolder-error">',
    );
    expect(await errorsOf({ exportDestination: 's3' })).toContain('id="exportUrl-error">Is required.');
    const missing = await errorsOf({ exportDestination: 's3', exportUrl: 'https://a.example/b' });
    for (const field of ['exportAccessKeyId', 'exportSecretAccessKey']) {
      expect(missing).toContain(`id="${field}-error">Is required.`);
    }
    expect((await owner.post(pathOf(id, '/rerun'), { exportFrom: '2026-02-27' })).status).toBe(404);
    await owner.post(pathOf(id), { exportDestination: 'folder' });
    for (const exportFrom of ['', 'tomorrow', '2026-03-03', '1999-01-01']) {
      const page = await errorsOf({ exportFrom }, '/rerun');
      expect(page).toContain('id="exportFrom-error">Must ');
      expect(page).toContain(`value="${exportFrom}"`);
    }
    expect(textOf(await settings(id))).toContain('Next: the events of 1 Mar 2026, within minutes.');
    expect(leadsTo(await owner.get(pathOf(id, '/rerun')))).toEqual([303, `/websites/${id}/settings/exports`]);
  });

  test("another account's website is refused, and another page cannot send the form", async () => {
    const id = await added(owner, { timezone: 'UTC' });
    const stranger = await signedIn(service);
    for (const form of ['', '/test', '/rerun', '/delete']) {
      expect((await stranger.post(pathOf(id, form), { exportDestination: 'folder' })).status, form).toBe(403);
      const foreign = { 'Sec-Fetch-Site': 'cross-site' };
      expect((await owner.post(pathOf(id, form), { exportDestination: 'folder' }, foreign)).status, form).toBe(403);
    }
  });

  test('says why an export has failed', async () => {
    const id = await added(owner, { timezone: 'UTC' });
    await mkdir(join(folder, 'blocked'));
    await writeFile(join(folder, 'blocked', id), 'a file');
    await owner.post(pathOf(id), { exportDestination: 'folder', exportFolder: 'blocked' });
    await service.jobs.run('scheduled exports');
    expect(textOf(await settings(id))).toContain('Export of 1 Mar 2026 failed. Part of the path is not a folder. Next');
  });
});
