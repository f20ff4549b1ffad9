import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDefinition } from '../../src/definitions/definitions.js';
import { findKind } from '../../src/definitions/kinds.js';
import { AppError } from '../../src/lib/errors.js';
import { unsubscribeLinks } from '../../src/notifications/email-links.js';
import { listEmailedViews } from '../../src/notifications/emailed-views.js';
import { findRecipients } from '../../src/notifications/recipients.js';
import type { Topic } from '../../src/notifications/topics.js';
import { definitions } from '../../src/postgres/schema.js';
import { updateWebsite } from '../../src/websites/change-website.js';
import { readEmail, type SmtpServer, smtpServer } from '../notifications/mail/smtp-server.js';
import { pageview, send } from '../service/browser.js';
import { type TestService, testService } from '../service/test-service.js';
import { person } from './person.js';
import { type SignedIn, signedIn } from './signed-in.js';
import { added, textOf } from './website-pages.js';

const SECRET = 'ab'.repeat(32);
const FORM = { headers: { 'Sec-Fetch-Site': 'same-origin' }, method: 'POST' };

let smtp: SmtpServer;
let service: TestService;
let owner: SignedIn;
let id: string;
let path: string;

beforeAll(async () => {
  smtp = await smtpServer();
  service = await testService({ environment: { SMTP_URL: smtp.url, MAIL_FROM: 'footfall@stats.example', SECRET } });
  owner = await signedIn(service);
  id = await added(owner);
  path = `/websites/${id}/notifications`;
  const website = await service.services.reader.find(id);
  await updateWebsite(service.services.websites, website!, { emailWeeklySummary: true }, service.clock);
});
afterAll(async () => {
  await service.close();
  await smtp.close();
});

const recipients = () => findRecipients(service.engines.postgres.db, id, 'weekly-summary');
const emailsTo = (address: string) => smtp.received.filter(({ to }) => to.includes(address));

async function invitationPath(address: string): Promise<string> {
  const { text = '' } = await readEmail(emailsTo(address).at(-1)!);
  return /https:\/\/footfall\.example(\/confirm-recipient\/\S+)/.exec(text)?.[1] ?? '';
}

test('emails are turned on and off, and settings saved elsewhere leave them', async () => {
  const other = await added(owner);
  const emails = async () => {
    const { emailWeeklySummary, emailTrafficSpike } = (await service.services.reader.find(other))!;
    return { emailWeeklySummary, emailTrafficSpike };
  };
  const page = `/websites/${other}/notifications`;
  const saved = await owner.post(`${page}/emails`, { emailTrafficSpike: 'on' });
  expect([saved.status, saved.headers.get('Location')]).toEqual([303, `${page}?done=emails#notices`]);
  expect(await emails()).toEqual({ emailWeeklySummary: false, emailTrafficSpike: true });
  expect(textOf(await owner.page(`${page}?done=emails`))).toContain('Changes saved.');
  expect(await owner.page(page)).toMatch(/<input id="emailTrafficSpike"[^>]* checked/);
  const path = `/websites/${other}/settings`;
  const [, mark = ''] = /name="mark" value="([^"]+)"/.exec(await owner.page(path)) ?? [];
  const settings = { name: 'Other', domain: 'example.com', timezone: 'UTC', chartTheme: 'default' };
  await owner.post(path, { ...settings, mark });
  expect((await service.services.reader.find(other))!.name).toBe('Other');
  expect(await emails()).toEqual({ emailWeeklySummary: false, emailTrafficSpike: true });
  await owner.post(`${page}/emails`);
  expect(await emails()).toEqual({ emailWeeklySummary: false, emailTrafficSpike: false });
});

describe('weekly summaries of views', () => {
  const chosen = async (page: string) =>
    [...(await owner.page(page)).matchAll(/value="([^"]+)" checked/g)].map(([, segment]) => segment!).sort();
  const create = async (website: string, name: string) => {
    const { db } = service.engines.postgres;
    const fields = { name, filters: [{ dimension: 'country', operator: 'is', values: ['DE'] }] };
    return (await createDefinition(db, findKind('segment'), { id: website, timezone: 'UTC' }, fields, service.clock))
      .id;
  };
  /** As the page sends it, which may show what others have changed since. */
  const send = async (page: string, segments: readonly string[], shown?: readonly string[]) => {
    const named = (name: string, ids: readonly string[]) => ids.map((each) => [name, each] as [string, string]);
    const sent = [...named('shown', shown ?? (await chosen(page))), ...named('views', segments)];
    return owner.post(`${page}/emails`, new URLSearchParams(sent));
  };

  test('are chosen among those of the website, ten at most', async () => {
    const other = await added(owner);
    const page = `/websites/${other}/notifications`;
    expect(textOf(await owner.page(page))).not.toContain('Weekly summaries of views');
    const [first = '', second = '', ...more] = await Promise.all(
      Array.from({ length: 11 }, (_, place) => create(other, `Segment ${place}`)),
    );
    const foreign = await create(id, 'Of another website');
    expect((await send(page, [first, second, first, foreign, 'x', '\0'])).status).toBe(303);
    expect(await chosen(page)).toEqual([first, second].sort());
    expect(await chosen(path)).toEqual([]);
    const refused = await send(page, [first, second, ...more]);
    expect([refused.status, textOf(await refused.text())]).toEqual([
      400,
      expect.stringContaining('Choose at most 10 views.'),
    ]);
    expect(await chosen(page)).toEqual([first, second].sort());
    // A page that was opened before the second one was added.
    await send(page, [first], [first]);
    expect(await chosen(page)).toEqual([first, second].sort());
    await send(page, []);
    expect(await chosen(page)).toEqual([]);
  });

  test('are added on the page that shares the view, with its goal, filters and comparison', async () => {
    const { db } = service.engines.postgres;
    const other = await added(owner);
    const page = `/websites/${other}/notifications`;
    const match = { dimension: 'event', operator: 'is', values: ['signup'] };
    const subject = { id: other, timezone: 'UTC' };
    const goal = await createDefinition(db, findKind('goal'), subject, { name: 'Sign-up', match }, service.clock);
    const sharing = (rest: string) => `/websites/${other}/sharing${rest}`;
    const view = `?compare=year&goal=${goal.id}&country=DE`;
    const shown = textOf(await owner.page(sharing(view)));
    expect(shown).toContain(
      'Every Monday at 8:00: the last week of this view, compared with the same period last year.',
    );
    expect(shown).toContain('This also turns on the website’s weekly summary.');
    expect((await owner.post(sharing(`/email${view}`), { emailName: '' })).status).toBe(400);
    const query = vi.spyOn(service.clickhouse, 'query').mockRejectedValue(new AppError('unavailable', ['too busy']));
    const later = await owner.post(sharing(`/email${view}`), { emailName: 'Germans' });
    query.mockRestore();
    const form = await later.text();
    expect([later.status, form]).toEqual([503, expect.stringContaining('value="Germans"')]);
    expect(textOf(form)).toContain('Too busy.');
    expect(await listEmailedViews(db, other)).toEqual([]);
    for (const segment of ['Germans', 'Germans again']) {
      const sent = await owner.post(sharing(`/email${view}`), { emailName: segment });
      expect(sent.headers.get('Location')).toMatch(
        /\/sharing\?compare=year&goal=[-\w]+&segment=[-\w]+&done=email#email$/,
      );
    }
    const found = await listEmailedViews(db, other);
    expect(found.map(({ goalId, comparison }) => [goalId, comparison])).toEqual(Array(2).fill([goal.id, 'year']));
    expect((await service.services.reader.find(other))!.emailWeeklySummary).toBe(true);
    const list = textOf(await owner.page(page));
    expect(list).toContain('Goal: Sign-up, Segment: Germans, compared with the same period last year');
    // Nothing but the summary of the website.
    await owner.post(sharing('/email'), {});
    await owner.post(sharing(`/email?goal=${goal.id}`), {});
    await owner.post(sharing(`/email?goal=${goal.id}`), {});
    expect(await listEmailedViews(db, other)).toHaveLength(3);
    const kept = found.slice(1).map(({ id }) => id);
    await send(page, kept);
    expect((await listEmailedViews(db, other)).map(({ id }) => id)).toEqual(kept);
    const gone = await owner.post(sharing(`/email?goal=${randomUUID()}`), {});
    expect(gone.status).toBe(400);
    expect(textOf(await gone.text())).toContain('A part of this view is no longer there.');
    expect(await chosen(path)).toEqual([]);
  });

  test('can also be one that is not valid at the moment, so that saving the page keeps it', async () => {
    const { db } = service.engines.postgres;
    const other = await added(owner);
    const page = `/websites/${other}/notifications`;
    const segment = await create(other, 'Later valid');
    await send(page, [segment]);
    const fields = { name: 'Later valid', filters: [{ hasDone: { goal: randomUUID() } }] };
    await db.update(definitions).set({ fields }).where(eq(definitions.id, segment));
    expect(await chosen(page)).toEqual([segment]);
  });
});

describe('a recipient', () => {
  test('gets emails once it has confirmed, without a sign-in, until it is removed', async () => {
    const before = await recipients();
    expect((await owner.post(`${path}/recipients`, { recipient: ' Ben@Example.com ' })).headers.get('Location')).toBe(
      `${path}?done=invited#notices`,
    );
    expect(await recipients()).toEqual(before);
    expect(textOf(await owner.page(path))).toContain('ben@example.com Invited, not confirmed yet');
    const link = await invitationPath('ben@example.com');
    const stranger = person(service);
    expect(await (await stranger.get(link)).text()).toContain('ben@example.com');
    expect(await recipients()).toEqual(before);
    expect((await stranger.post(link)).status).toBe(200);
    expect(await recipients()).toEqual([...before, 'ben@example.com']);
    await owner.post(`${path}/recipients/remove`, { email: 'ben@example.com' });
    expect(await recipients()).toEqual(before);
    expect((await stranger.post(link)).status).toBe(404);
  });

  test('keeps what it has ended, whatever link is still in its mailbox', async () => {
    const { db } = service.engines.postgres;
    const email = 'eve@example.com';
    const page = async (link: string, init: RequestInit = {}) => {
      const answer = await service.app.request(link, init);
      return `${answer.status}${textOf(await answer.text())}`;
    };
    await owner.post(`${path}/recipients`, { recipient: email });
    const invitation = await invitationPath(email);
    expect(await page(invitation)).toContain('200 Do you want these emails?');
    expect(await page(invitation, FORM)).toContain('200 You are on the list');
    expect(await page(invitation)).toContain('200 You are on the list');

    const links = unsubscribeLinks(SECRET, '');
    const unsubscription = (topic: Topic) => links.make({ websiteId: id, topic, email });
    service.clock += 1000;
    expect(await page(unsubscription('weekly-summary'))).toContain('Stop sending');
    expect(await page(unsubscription('weekly-summary'), { method: 'POST' })).toContain('You are unsubscribed');
    expect(await page(unsubscription('weekly-summary'))).toContain('You are unsubscribed');
    expect(await page(unsubscription('traffic-alert'))).toContain('Stop sending');

    expect(await page(invitation, FORM)).toContain('You are on the list');
    expect(await findRecipients(db, id, 'weekly-summary')).not.toContain(email);
    await page(unsubscription('traffic-alert'), { method: 'POST' });
    for (const init of [{}, FORM]) expect(await page(invitation, init)).toContain('200 You have unsubscribed');

    // Removed and invited once more, the earlier invitation is still none to what was ended after it.
    service.clock += 1000;
    await owner.post(`${path}/recipients/remove`, { email });
    expect(await page(invitation)).toContain('404 This link does not work');
    await owner.post(`${path}/recipients`, { recipient: email });
    await page(invitation, FORM);
    expect(await findRecipients(db, id, 'weekly-summary')).not.toContain(email);
    expect(await page(await invitationPath(email))).toContain('Do you want these emails?');
    expect(await page(await invitationPath(email), FORM)).toContain('You are on the list');
    expect(await findRecipients(db, id, 'weekly-summary')).toContain(email);
    await owner.post(`${path}/recipients/remove`, { email });
  });

  test('cannot confirm after a week', async () => {
    await owner.post(`${path}/recipients`, { recipient: 'late@example.com' });
    const link = await invitationPath('late@example.com');
    service.clock += 7 * 24 * 3_600_000;
    expect((await service.app.request(link, FORM)).status).toBe(404);
    service.clock -= 7 * 24 * 3_600_000;
    await owner.post(`${path}/recipients/remove`, { email: 'late@example.com' });
  });

  test.each([
    '',
    'x',
    'a@b',
    'a@example.com, b@example.com',
    'a@example.com\nBcc: b@example.com',
    '\0@example.com',
    `${'a'.repeat(300)}@example.com`,
  ])('is refused when it is number %#', async (recipient) => {
    const sent = smtp.received.length;
    expect((await owner.post(`${path}/recipients`, { recipient })).status).toBe(400);
    await owner.post(`${path}/recipients/remove`, { email: recipient });
    expect(smtp.received).toHaveLength(sent);
  });

  test('is one of ten at most', async () => {
    const other = await signedIn(service);
    const theirs = await added(other);
    for (let count = 0; count < 10; count++) {
      await other.post(`/websites/${theirs}/notifications/recipients`, { recipient: `r${count}@example.com` });
    }
    const refused = await other.post(`/websites/${theirs}/notifications/recipients`, { recipient: 'r10@example.com' });
    expect(refused.status).toBe(409);
    expect(textOf(await refused.text())).toContain('at most 10 more recipients');
    expect(emailsTo('r10@example.com')).toEqual([]);
  });

  test('is invited a few times a day at most, by anyone', async () => {
    const other = await signedIn(service);
    const theirs = await added(other);
    const statuses = [];
    for (let count = 0; count < 7; count++) {
      const answer = await other.post(`/websites/${theirs}/notifications/recipients`, {
        recipient: 'victim@example.com',
      });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429, 429]);
    expect(emailsTo('victim@example.com')).toHaveLength(5);
  });
});

test('the owner resumes what was ended with a link', async () => {
  const [email = ''] = await recipients();
  const link = `/unsubscribe/${await unsubscribeToken(email)}`;
  expect((await service.app.request(link, { method: 'POST' })).status).toBe(200);
  expect(await recipients()).not.toContain(email);
  expect(textOf(await owner.page(path))).toContain('Unsubscribed from the weekly summary');
  await owner.post(`${path}/recipients/resume`, { topic: 'weekly-summary' });
  expect(await recipients()).toContain(email);
});

test.each(['http://127.0.0.1/hook', 'https://localhost/', 'http://169.254.169.254/', 'http://[fd00::1]:8080/'])(
  'a webhook to %s is refused when it is added, and says why',
  async (url) => {
    const fields = { name: 'Inside', format: 'json', url, 'weekly-summary': 'on' };
    const refused = await owner.post(`${path}/webhooks`, fields);
    expect(refused.status).toBe(400);
    expect(textOf(await refused.text())).toContain('The host resolves to a private IP address');
    expect(textOf(await owner.page(path))).not.toContain('Inside');
  },
);

async function unsubscribeToken(email: string): Promise<string | undefined> {
  await owner.post(`${path}/test`, { topic: 'weekly-summary' });
  const { text = '' } = await readEmail(emailsTo(email).at(-1)!);
  return /\/unsubscribe\/(\S+)/.exec(text)?.[1];
}

describe('a preview', () => {
  test.each(['weekly-summary', 'traffic-alert'])(
    'of a %s is the email itself, without scripts and other hosts',
    async (topic) => {
      const response = await owner.get(`${path}/preview/${topic}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';.* sandbox/);
      const page = await response.text();
      expect(page).toMatch(/^<!doctype html>/);
      expect(page).toContain('/unsubscribe/');
      expect(page).not.toContain('cid:');
    },
  );

  test('of silence begins with the last event', async () => {
    const now = service.clock;
    const { trackingKey } = (await service.services.reader.find(id))!;
    service.clock = Date.UTC(2026, 2, 3, 14, 5);
    await send(service, pageview(trackingKey));
    await service.drain();
    service.clock = Date.UTC(2026, 2, 6, 12);
    const page = await (await owner.get(`${path}/preview/traffic-alert`)).text();
    expect(page).toContain('came on Tuesday 3 March, 15:05');
    service.clock = now;
  });

  test('of an unknown email is not found', async () => {
    expect((await owner.get(`${path}/preview/toString`)).status).toBe(404);
    expect((await owner.post(`${path}/test`, { topic: '__proto__' })).status).toBe(404);
  });
});

test('a test goes to the viewer alone, and says when the mail server refuses it', async () => {
  const sent = smtp.received.length;
  expect((await owner.post(`${path}/test`, { topic: 'traffic-alert' })).headers.get('Location')).toBe(
    `${path}?done=tested#notices`,
  );
  expect(smtp.received.slice(sent).map(({ to }) => to)).toEqual([[(await recipients())[0]]]);
  smtp.refuses = true;
  const refused = await owner.post(`${path}/test`, { topic: 'traffic-alert' });
  smtp.refuses = false;
  expect(refused.status).toBe(503);
  expect(textOf(await refused.text())).toContain('The mail server did not take the email.');
});

test('nothing of it is for another account, or without a sign-in', async () => {
  const stranger = await signedIn(service);
  for (const page of [path, `${path}/preview/weekly-summary`]) {
    expect((await stranger.get(page)).status).toBe(403);
    expect((await service.app.request(page)).status).toBe(303);
  }
  for (const form of ['emails', 'recipients', 'recipients/remove', 'recipients/resume', 'test']) {
    expect(
      (await stranger.post(`${path}/${form}`, { recipient: 'a@example.com', topic: 'weekly-summary' })).status,
    ).toBe(403);
  }
});
