import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { dateSpan } from '../../src/lib/date-text.js';
import { createSharedLink } from '../../src/websites/shared-links.js';
import { writeSystemNote } from '../../src/websites/system-notes.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText, rowsOfTable, tilesOf } from './read-page.js';
import type { SignedIn } from './signed-in.js';

const NOW = Date.UTC(2026, 3, 15, 12);
const RANGE = 'from=2026-03-01&to=2026-03-31';

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let id: string;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: NOW }));
  ({ id } = await owner.website({ timezone: 'America/New_York' }));
  await owner.history(
    id,
    ['2026-02-10', '2026-03-01', '2026-03-20'].map((day) => ({
      ...{ timestamp: `${day}T15:00:00.000Z`, type: 'pageview', url: 'https://example.com/' },
      ...{ visitor: 'anna', device: 'desktop' },
    })),
  );
});

beforeEach(async () => {
  await service.engines.postgres.db.execute("DELETE FROM definitions WHERE kind = 'annotation'");
});

afterAll(() => service.close());

const page = (query = RANGE, websiteId = id) => person.page(`/websites/${websiteId}?${query}`);

const post = (form: string, fields: Record<string, string>, query = RANGE) =>
  person.post(`/websites/${id}/notes/${form}?${query}`, fields);

const add = (fields: Record<string, string>, query?: string) =>
  post('add', { noteAt: '2026-03-05', noteUntil: '', noteText: 'New prices', ...fields }, query);

const stored = async (websiteId = id) =>
  (await owner.get(`/websites/${websiteId}/annotations`)).body.data as readonly Record<string, string>[];

const annotate = async (fields: object): Promise<string> =>
  (await owner.call('POST', `/websites/${id}/annotations`, fields)).body.data.id;

const writeNote = (note: { readonly at: string; readonly until?: string; readonly text: string }) =>
  writeSystemNote(service.engines.postgres.db, id, note, NOW);

/** The list below the chart: when, text, and what can be done. */
const listIn = (html: string): readonly string[] =>
  [...html.matchAll(/<li class="note[^>]*>(.*?)<\/li>/gs)].map(([, item = '']) => plainText(item));

const days = (from: string, to: string) => plainText(dateSpan({ from, to }));

/** Marks in the chart, by their labels; dots have none. */
const marksIn = (html: string): readonly string[] =>
  [...html.matchAll(/<g class="mark ([^"]*)"><?(.*?)<\/g>/gs)].map(([, kind = '', content = '']) =>
    `${kind.trim()} ${plainText(`<${content}`)}`.trim(),
  );

describe('notes of the range', () => {
  test('are marks in the chart, and a list below it in the zone of the website', async () => {
    await annotate({ at: '2026-03-05', until: '2026-03-07', text: 'Sale' });
    // In New York it is still the 19th.
    await annotate({ at: '2026-03-20T02:30:00Z', text: 'Release' });
    await writeNote({ at: '2026-03-28', text: 'Imported 2 events.' });
    await annotate({ at: '2026-02-28', text: 'Before' });
    await annotate({ at: '2026-04-01', text: 'After' });
    const shown = await page();
    expect(listIn(shown)).toEqual([
      `1 ${days('2026-03-05', '2026-03-07')} Sale Edit`,
      '2 19 Mar 2026, 22:30 Release Edit',
      '3 28 Mar 2026 Imported 2 events. Automatic',
    ]);
    expect(marksIn(shown)).toEqual(['large-mark 1', 'large-mark 2', 'medium-mark system-mark 3']);
    expect(shown).toMatch(/data-first="4" data-last="6"/);
    expect(shown).toMatch(/data-first="18" data-last="18"/);
    // By week, the first two are in the second and fourth one.
    expect(await page(`${RANGE}&interval=week`)).toMatch(/data-first="1" data-last="1".*data-first="3" data-last="3"/s);
  });

  test('are folded when there are many, those of people last', async () => {
    for (let day = 1; day <= 31; day++) {
      const at = `2026-03-${String(day).padStart(2, '0')}`;
      await writeNote({ at, text: `Deletion ${day}` });
      await annotate({ at, text: `Release ${day}` });
    }
    const shown = await page();
    expect(listIn(shown)).toHaveLength(50);
    expect(listIn(shown).filter((text) => text.includes('Release'))).toHaveLength(31);
    expect(listIn(shown)[0]).toContain('Release 1 ');
    expect(plainText(shown)).toContain('12 more notes. Choose a shorter range to see them. 45 earlier notes');
    expect(marksIn(shown)).toHaveLength(31);
    expect(marksIn(shown).filter((mark) => mark.startsWith('large'))).toHaveLength(3);
  });

  test('are for the owner alone', async () => {
    await annotate({ at: '2026-03-05', text: 'Sold to a competitor' });
    await writeNote({ at: '2026-03-06', text: 'Imported 2 events.' });
    const token = (await createSharedLink(service.engines.postgres.db, id, { name: 'Board' }, NOW)).token;
    const shared = await (await service.app.request(`/share/${token}?${RANGE}&done=note-added`)).text();
    expect(tilesOf(shared)).toEqual(tilesOf(await page()));
    expect(shared).not.toMatch(/competitor|Imported|note/i);
    for (const path of ['notes', 'notes/add', 'notes/delete']) {
      expect((await service.app.request(`/share/${token}/${path}`)).status).toBe(404);
      const sent = { method: 'POST', headers: { 'Sec-Fetch-Site': 'same-origin' }, body: new URLSearchParams() };
      expect((await service.app.request(`/share/${token}/${path}`, sent)).status).toBe(404);
    }
  });

  test('that cannot be read leave the figures', async () => {
    await annotate({ at: '2026-03-05', text: 'Sale' });
    const { db } = service.engines.postgres;
    const select = db.select.bind(db);
    vi.spyOn(db, 'select').mockImplementation(((fields?: object) => {
      if (Object.keys(fields ?? {}).join() !== 'id,fields') return fields ? select(fields as never) : select();
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    }) as never);
    const shown = await page();
    vi.restoreAllMocks();
    expect(tilesOf(shown).Visitors).toBe('1');
    expect(plainText(shown)).toContain('Notes could not be read. Try again');
    expect(shown).toContain('data-live="true"');
  });

  test('are shown as text, whatever is in them', async () => {
    const text = '"><script>alert(1)</script> \u202Eevil';
    await annotate({ at: '2026-03-05', text });
    const shown = await page();
    expect(shown).not.toContain('<script>alert');
    expect(listIn(shown)).toEqual(['1 5 Mar 2026 "><script>alert(1)</script> [U+202E]evil Edit']);
  });
});

describe('a note', () => {
  test('is added to the view that shows it', async () => {
    const query = `${RANGE}&metric=visits&page=%2F`;
    const added = await add({ noteUntil: '2026-03-06', noteText: '  New prices ' }, query);
    expect(added.status).toBe(303);
    expect(added.headers.get('Location')).toBe(`/websites/${id}?${query}&done=note-added#notes`);
    expect(await stored()).toMatchObject([
      { at: '2026-03-05', until: '2026-03-06', text: 'New prices', source: 'user' },
    ]);
    const shown = await page(`${query}&done=note-added`);
    expect(listIn(shown)).toEqual([`1 ${days('2026-03-05', '2026-03-06')} New prices Edit`]);
    expect(plainText(shown)).toContain('Note added.');
    expect(shown).toContain(`action="/websites/${id}/notes/add?${query.replaceAll('&', '&amp;')}#notes"`);
  });

  test.each([
    [{ noteText: '' }, 'noteText', 'Must be 1 to 500 characters.'],
    [{ noteText: 'x'.repeat(501) }, 'noteText', 'Must be 1 to 500 characters.'],
    [{ noteText: 'a\0b' }, 'noteText', 'Must not contain control characters.'],
    [{ noteAt: '' }, 'noteAt', 'Must be a date.'],
    [{ noteAt: '2026-02-30' }, 'noteAt', 'Must be a date.'],
    [{ noteAt: '2026-03-05T10:00' }, 'noteAt', 'Must be a date.'],
    [{ noteUntil: '2026-03-04' }, 'noteUntil', 'Must not be before the first day.'],
    [{ noteUntil: "'; DROP TABLE definitions; --" }, 'noteUntil', 'Must be a date.'],
  ])('with %o is refused beside the field, on the same view', async (fields, field, error) => {
    const refused = await add(fields);
    expect(refused.status).toBe(400);
    const text = await refused.text();
    expect(text).toContain(`<p class="field-error" id="${field}-error">${error}</p>`);
    expect(text).toMatch(/<details class="[^"]*add-note" id="add-note" open/);
    expect(text).toContain(`data-reload-as="/websites/${id}?${RANGE.replace('&', '&amp;')}"`);
    if (!('noteText' in fields)) expect(text).toContain('value="New prices"');
    expect(tilesOf(text).Visitors).toBe('1');
    expect(await stored()).toEqual([]);
  });

  test('is changed and deleted in its row', async () => {
    await add({});
    const [{ id: note = '' } = {}] = await stored();
    const editing = await page(`${RANGE}&note=${note}`);
    expect(editing).toMatch(/<input[^>]* id="editedText"[^>]* value="New prices"/);
    const fields = { editedId: note, editedAt: '2026-03-08', editedUntil: '', editedText: 'Newer prices' };
    const changed = await post('edit', fields);
    expect(changed.headers.get('Location')).toBe(`/websites/${id}?${RANGE}&done=note-changed#notes`);
    expect(await stored()).toMatchObject([{ at: '2026-03-08', until: null, text: 'Newer prices', source: 'user' }]);

    const refused = await post('edit', { ...fields, editedText: '' });
    const text = await refused.text();
    expect([refused.status, text.includes('id="editedText-error"')]).toEqual([400, true]);
    expect(text).toContain(`data-reload-as="/websites/${id}?from=2026-03-01&amp;to=2026-03-31&amp;note=${note}"`);

    const deleted = await post('delete', { id: note });
    expect(deleted.headers.get('Location')).toBe(`/websites/${id}?${RANGE}&done=note-deleted#notes`);
    expect(await stored()).toEqual([]);
    for (const [form, fields] of [
      ['edit', { editedId: note, editedText: 'x' }],
      ['delete', { id: note }],
      ['delete', { id: "'; --" }],
    ] as const) {
      const gone = await post(form, fields);
      expect([gone.status, plainText(await gone.text())]).toEqual([
        404,
        expect.stringContaining('This note no longer exists.'),
      ]);
    }
  });

  test('of an instant keeps it', async () => {
    const note = await annotate({ at: '2026-03-20T02:30:00Z', text: 'Release' });
    const editing = await page(`${RANGE}&note=${note}`);
    expect([editing.includes('id="editedText"'), editing.includes('id="editedAt"')]).toEqual([true, false]);
    await post('edit', { editedId: note, editedText: 'Release 2' });
    expect(await stored()).toMatchObject([{ at: '2026-03-20T02:30:00.000Z', text: 'Release 2', source: 'api' }]);
  });

  test('of the service cannot be changed', async () => {
    await writeNote({ at: '2026-03-05', text: 'Imported 2 events.' });
    const [{ id: note = '' } = {}] = await stored();
    expect(await page(`${RANGE}&note=${note}`)).not.toContain('editedText');
    const edited = { editedId: note, editedAt: '2026-03-05', editedUntil: '', editedText: 'x' };
    expect((await post('edit', edited)).status).toBe(403);
    expect((await post('delete', { id: note })).status).toBe(403);
    expect(await stored()).toMatchObject([{ text: 'Imported 2 events.', source: 'system' }]);
  });

  test('of another website is neither shown nor changed', async () => {
    const stranger = await apiClient(service);
    const { id: other } = await stranger.website();
    const { body } = await stranger.call('POST', `/websites/${other}/annotations`, {
      at: '2026-03-05',
      text: 'Theirs',
    });
    expect(await page(`${RANGE}&note=${body.data.id}`)).not.toContain('Theirs');
    expect((await post('edit', { editedId: body.data.id, editedText: 'x' })).status).toBe(404);
    expect((await post('delete', { id: body.data.id })).status).toBe(404);
    expect((await stranger.get(`/websites/${other}/annotations`)).body.data).toMatchObject([{ text: 'Theirs' }]);
  });

  test('beyond the limit is refused, with what can be done', async () => {
    await service.engines.postgres.db.execute(
      `INSERT INTO definitions (website_id, kind, fields, created_at, updated_at)
       SELECT '${id}', 'annotation', '{"at":"2026-03-02","until":null,"text":"x","source":"api"}', now(), now()
       FROM generate_series(1, 1000)`,
    );
    const refused = await add({});
    expect([refused.status, plainText(await refused.text())]).toEqual([
      409,
      expect.stringContaining('A website has at most 1,000 annotations: delete one first.'),
    ]);
  });
});

test('the page of notes is the dashboard', async () => {
  const answer = await person.get(`/websites/${id}/notes?${RANGE}&metric=visits`);
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    303,
    `/websites/${id}?${RANGE}&metric=visits#notes`,
  ]);
});

describe("the chart's table", () => {
  test('has the change of each bucket, in points for rates', async () => {
    const days = (query: string) =>
      page(`from=2026-03-20&to=2026-03-21&interval=day&${query}`).then((html) =>
        rowsOfTable(html).map((row) => row[3]),
      );
    await owner.history(id, [
      ...['anna', 'ben', 'cleo'].map((visitor) => ({
        ...({ timestamp: '2026-03-18T15:00:00.000Z', type: 'pageview', url: 'https://example.com/', visitor } as const),
        device: 'desktop' as const,
      })),
      {
        timestamp: '2026-03-18T15:01:00.000Z',
        type: 'pageview',
        url: 'https://example.com/b',
        visitor: 'ben',
        device: 'desktop',
      },
    ]);
    // The day before had three visitors, two of whom saw a single page; there are none on the 19th and the 21st.
    expect(await days('')).toEqual(['−67%', '']);
    expect(await days('metric=bounceRate')).toEqual(['+33.3 pts', '']);
  });

  test('has the days that can be zoomed in on', async () => {
    expect(await page()).toContain(
      `<a class="zoom-link" href="/websites/${id}" data-last="2026-03-31" hidden="">Zoom in</a>`,
    );
    expect(await page(`${RANGE}&interval=week&metric=visits`)).toContain(
      `href="/websites/${id}?metric=visits" data-last`,
    );
    expect(await page('range=today')).not.toContain('zoom-link');
    expect(await page('range=7d')).toContain('<th scope="row" data-day="2026-04-09">');
  });
});
