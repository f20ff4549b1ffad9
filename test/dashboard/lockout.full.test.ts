import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SmtpServer, smtpServer } from '../notifications/mail/smtp-server.js';
import { type TestService, testService } from '../service/test-service.js';
import { newAccount, PASSWORD } from './accounts.js';
import { leadsTo, type Person, person } from './person.js';
import { mailedLinks, mailedPath } from './read-mail.js';
import { turnOnTwoFactor } from './two-factor-person.js';

const NOW = Date.parse('2026-03-29T00:59:40Z');
const NEW_PASSWORD = 'battery staple';

let service: TestService;
let mail: SmtpServer;

beforeAll(async () => {
  mail = await smtpServer();
  service = await testService({ clock: NOW, environment: { SMTP_URL: mail.url, MAIL_FROM: 'footfall@stats.example' } });
});
afterAll(async () => {
  await service?.close();
  await mail?.close();
});

const signIn = (someone: Person, email: string, password = PASSWORD) => someone.post('/login', { email, password });

/** Guesses as one address does until it is refused. How many were compared. */
async function guessFrom(someone: Person, email: string, most = 20): Promise<number> {
  for (let guess = 0; guess < most; guess++) {
    if ((await signIn(someone, email, `guess ${guess}`)).status === 429) return guess;
  }
  return most;
}

/** Guesses from ever more addresses until the account is closed to every unknown browser. */
async function guessFromEverywhere(email: string): Promise<number> {
  let compared = 0;
  for (let address = 0; address < 40; address++) {
    const more = await guessFrom(person(service), email);
    if (more === 0) return compared;
    compared += more;
  }
  throw new Error('guessing never ended');
}

async function reset(someone: Person, email: string): Promise<Response> {
  const before = mailedLinks(mail, email).length;
  await person(service).post('/forgot-password', { email });
  return someone.post(await mailedPath(mail, email, before), { password: NEW_PASSWORD });
}

describe('guessing a password', () => {
  test('from one address does not lock out any other', async () => {
    const { email } = await newAccount(service);
    const guesser = person(service);
    expect(await guessFrom(guesser, email)).toBe(10);
    expect((await signIn(guesser, email)).status).toBe(429);
    expect(leadsTo(await signIn(person(service), email))).toBe('/');
  });

  test('is the same for an address that has no account', async () => {
    expect(await guessFrom(person(service), `${crypto.randomUUID()}@example.com`)).toBe(10);
  });

  test('from everywhere ends, and keeps the owner out neither where they have signed in before nor after a mailed link', async () => {
    const [{ email }, other] = [await newAccount(service), await newAccount(service)];
    const [owner, neighbor, stranger] = [person(service), person(service), person(service)];
    await signIn(owner, email);
    await owner.post('/logout');
    await signIn(neighbor, other.email);
    expect(await guessFromEverywhere(email)).toBe(100);

    const refused = await signIn(stranger, email);
    expect(refused.status).toBe(429);
    const page = await refused.text();
    expect(page).toMatch(/Try again in [\w ]+, or <a href="\/forgot-password">reset your password<\/a>\./);
    expect((await signIn(neighbor, email)).status).toBe(429);
    for (const [name, value] of owner.cookies) neighbor.cookies.set(name, `${value.slice(0, -2)}AA`);
    expect((await signIn(neighbor, email)).status).toBe(429);

    expect(leadsTo(await signIn(owner, email))).toBe('/');
    expect(leadsTo(await reset(stranger, email))).toBe('/login?changed');
    expect(leadsTo(await signIn(stranger, email, NEW_PASSWORD))).toBe('/');
  });

  test('in a browser that is known ends as well', async () => {
    const { email } = await newAccount(service);
    const owner = person(service);
    await signIn(owner, email);
    expect(await guessFrom(owner, email)).toBe(10);
    expect((await signIn(owner, email)).status).toBe(429);
    const other = await newAccount(service);
    expect(leadsTo(await signIn(owner, other.email))).toBe('/');
  });

  test('keeps nobody out who replaces the password by a mailed link', async () => {
    const { email } = await newAccount(service);
    const [owner, elsewhere] = [person(service), person(service)];
    await guessFrom(owner, email);
    expect(leadsTo(await reset(owner, email))).toBe('/login?changed');
    expect(leadsTo(await signIn(owner, email, NEW_PASSWORD))).toBe('/');
    expect(leadsTo(await signIn(elsewhere, email, NEW_PASSWORD))).toBe('/');
  });

  test('forgets the address that a mailed link was opened from', async () => {
    const { email } = await newAccount(service);
    const [laptop, phone] = [person(service, '192.0.2.77'), person(service, '192.0.2.77')];
    await guessFrom(laptop, email);
    await reset(phone, email);
    expect(leadsTo(await signIn(laptop, email, NEW_PASSWORD))).toBe('/');
  });
});

describe('guessing a code', () => {
  const enter = (someone: Person, code: string) => someone.post('/login/two-factor', { code });

  async function guessCodes(someone: Person, most = 60): Promise<number> {
    for (let guess = 0; guess < most; guess++) if ((await enter(someone, '12')).status === 429) return guess;
    return most;
  }

  /** As somebody does who knows the password. */
  async function guessFromEverywhereFor(email: string): Promise<number> {
    let compared = 0;
    for (let address = 0; address < 20; address++) {
      const thief = person(service);
      await signIn(thief, email);
      const more = await guessCodes(thief);
      if (more === 0) return compared;
      compared += more;
    }
    throw new Error('guessing never ended');
  }

  test('from one address does not lock out any other', async () => {
    const { id, email } = await newAccount(service);
    const code = await turnOnTwoFactor(service, id, PASSWORD);
    const [thief, owner] = [person(service), person(service)];
    await signIn(thief, email);
    expect(await guessCodes(thief)).toBe(5);
    await signIn(owner, email);
    expect(leadsTo(await enter(owner, code()))).toBe('/');
  });

  test('from everywhere ends, and the owner still enters where they have before, or after a mailed link', async () => {
    const { id, email } = await newAccount(service);
    const code = await turnOnTwoFactor(service, id, PASSWORD);
    const [owner, stranger] = [person(service), person(service)];
    await signIn(owner, email);
    expect(leadsTo(await enter(owner, code()))).toBe('/');
    expect(await guessFromEverywhereFor(email)).toBe(30);

    service.clock += 60_000;
    await signIn(stranger, email);
    expect((await enter(stranger, code())).status).toBe(429);
    await owner.post('/logout');
    await signIn(owner, email);
    expect(leadsTo(await enter(owner, code()))).toBe('/');

    service.clock += 60_000;
    await reset(stranger, email);
    await signIn(stranger, email, NEW_PASSWORD);
    expect(leadsTo(await enter(stranger, code()))).toBe('/');
  });

  test('is not helped by one mailed link after another', async () => {
    const { id, email } = await newAccount(service);
    await turnOnTwoFactor(service, id, PASSWORD);
    let compared = 0;
    for (let link = 0; link < 3; link++) {
      const reader = person(service);
      await reset(reader, email);
      await signIn(reader, email, NEW_PASSWORD);
      compared += await guessCodes(reader);
    }
    expect(compared).toBe(20);
  });
});
