import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { failureSchema } from '../../src/http/api/envelope.js';
import { checkRows } from '../rows.js';
import { jsonBody, KEY, OWN_ID, sampleApp, withKey } from './sample-app.js';

const { app } = sampleApp();
const MIB = 1024 * 1024;

async function send(path: string, init: RequestInit) {
  const response = await app.request(`/api/v1${path}`, init);
  const answer = z.looseObject({ data: z.unknown() }).parse(await response.json());
  return response.ok
    ? { status: response.status, data: answer.data }
    : { status: response.status, errors: failureSchema.parse(answer).meta.errors };
}

const create = (body: unknown) => send('/websites', jsonBody('POST', body));
const pages = (search: string) => send(`/websites/${OWN_ID}/stats/pages${search}`, withKey());
/** `duplex` is not in the type, but is required with a stream. */
const streamed = (body: ReadableStream) => ({ ...jsonBody('POST', ''), body, duplex: 'half' }) as RequestInit;
const good = { name: 'Site', timezone: 'UTC' };

test('path parameters are checked', async () => {
  expect(await send(`/failing/${'x'.repeat(21)}`, withKey())).toStrictEqual({
    status: 400,
    errors: ['how: Too big: expected string to have <=20 characters'],
  });
});

describe('query parameters', () => {
  it('are given to the handler, unknown and empty ones are not', async () => {
    expect(await pages('?from=a&to=b&limit=&page=%2Fpricing&nonsense=1&nonsense=2')).toStrictEqual({
      status: 200,
      data: { data: [{ page: '/pricing' }], total: 10 },
    });
  });

  it('that are missing or empty are named together', async () => {
    const errors = ['Query parameters from and to are required'];
    expect(await pages('')).toStrictEqual({ status: 400, errors });
    expect(await pages('?from=&to=')).toStrictEqual({ status: 400, errors });
    expect(await pages('?from=2026-03-01')).toStrictEqual({ status: 400, errors });
  });

  it('that are given twice are named, along with all other errors', async () => {
    expect(await pages('?from=a&to=b&page=/a&page=/b')).toStrictEqual({
      status: 400,
      errors: ['page: must be given once'],
    });
    expect(await pages('?to=b&to=b')).toStrictEqual({
      status: 400,
      errors: ['to: must be given once', 'Query parameters from and to are required'],
    });
  });

  it('count once when all others are empty', async () => {
    expect(await pages('?from=a&from=&to=b&page=&page=/a')).toMatchObject({
      status: 200,
      data: { data: [{ page: '/a' }] },
    });
  });

  it('may hold any text', () =>
    checkRows(['%zz', '%', '%00', '%FF%FE', '"\'{}', '😀', 'x'.repeat(3000), '__proto__', '+%2B'], async (value) => {
      expect(await pages(`?from=a&to=b&page=${value}&__proto__=1&constructor=2`)).toMatchObject({ status: 200 });
    }));
});

describe('a body', () => {
  it('that breaks several rules is told all of them, each with its field', async () => {
    const body = { name: '', tags: ['a', 2], settings: { weekly: 'yes', monthly: true }, color: 'red' };
    const { status, errors } = await create(body);
    expect(status).toBe(400);
    expect(errors?.map((error) => error.split(':')[0]).sort()).toStrictEqual(
      ['name', 'timezone', 'tags.1', 'settings.weekly', 'settings.monthly', 'color'].sort(),
    );
    expect(errors).toContain('timezone: is required');
    expect(errors).toContain('settings.monthly: unknown field');
    expect(errors).toContain('color: unknown field');
  });

  it('shares its errors with the query', async () => {
    expect(await send(`/websites/${OWN_ID}?dryRun=perhaps`, jsonBody('PATCH', { name: '' }))).toMatchObject({
      status: 400,
      errors: [expect.stringMatching(/^dryRun: /), expect.stringMatching(/^name: /)],
    });
    expect(await send(`/websites/${OWN_ID}?dryRun=perhaps`, jsonBody('PATCH', '{'))).toMatchObject({
      errors: [expect.stringMatching(/^dryRun: /), 'Request body is not valid JSON'],
    });
  });

  it('that is no JSON object is 400', () =>
    checkRows(
      [
        ['', 'Request body is required'],
        ['{', 'Request body is not valid JSON'],
        ["{'name':1}", 'Request body is not valid JSON'],
        ['{"name":"a\u0000"}', 'Request body is not valid JSON'],
        ['null', 'Request body must be a JSON object'],
        ['[]', 'Request body must be a JSON object'],
        ['"text"', 'Request body must be a JSON object'],
        ['12', 'Request body must be a JSON object'],
      ],
      async ([body, error]) => {
        expect(await create(body)).toStrictEqual({ status: 400, errors: [error] });
      },
    ));

  it('that is not UTF-8 is 400', async () => {
    const init = { ...jsonBody('POST', ''), body: new Uint8Array([0x22, 0xff, 0x22]) };
    expect(await send('/websites', init)).toStrictEqual({ status: 400, errors: ['Request body is not valid JSON'] });
  });

  it('may begin with a byte order mark and name a charset', async () => {
    const headers = { 'X-API-Key': KEY, 'Content-Type': 'Application/JSON; charset=utf-8' };
    const init = { method: 'POST', headers, body: `\ufeff${JSON.stringify(good)}` };
    expect(await send('/websites', init)).toMatchObject({ status: 201 });
  });

  it('of another content type is 415', () =>
    checkRows(
      [undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', ';'],
      async (type) => {
        const body = new TextEncoder().encode(JSON.stringify(good));
        const init = { method: 'POST', body, headers: type === undefined ? {} : { 'Content-Type': type } };
        expect(await send('/websites', withKey(init))).toStrictEqual({
          status: 415,
          errors: ['Content-Type must be application/json'],
        });
      },
    ));

  it('may have 1 MiB and not a byte more, whether it says its length or not', async () => {
    const full = JSON.stringify({ ...good, name: '' }).padEnd(MIB, ' ');
    expect(await create(full)).toMatchObject({ status: 400 });
    expect(await create(`${full} `)).toStrictEqual({ status: 413, errors: ['Request body is larger than 1 MiB'] });

    const declared = jsonBody('POST', good);
    declared.headers = { ...declared.headers, 'Content-Length': String(MIB + 1) };
    expect(await send('/websites', declared)).toMatchObject({ status: 413 });
  });

  it('is read no further than the limit', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 64 * 1024;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    expect(await send('/websites', streamed(endless))).toMatchObject({ status: 413 });
    expect(sent).toBeLessThan(2 * MIB);
  });

  it('that breaks off is 400', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
    expect(await send('/websites', streamed(broken))).toStrictEqual({
      status: 400,
      errors: ['Request body broke off'],
    });
  });

  it('cannot reach a prototype', async () => {
    const text = '{"name":"a","timezone":"UTC","__proto__":{"x":1},"constructor":2}';
    expect(await create(text)).toStrictEqual({
      status: 400,
      errors: ['__proto__: unknown field', 'constructor: unknown field'],
    });
    expect(await create('{"name":"a","timezone":"UTC","settings":{"weekly":true,"__proto__":{}}}')).toStrictEqual({
      status: 400,
      errors: ['settings.__proto__: unknown field'],
    });
  });

  it('may be nested to any depth or name any number of fields without harm', async () => {
    const deep = `{"name":${'['.repeat(500_000)}${']'.repeat(500_000)}}`;
    expect(await create(deep)).toMatchObject({ status: 400 });
    const wide = `{${Array.from({ length: 80_000 }, (_one, index) => `"f${index}":1`).join(',')}}`;
    const { status, errors } = await create(wide);
    expect(status).toBe(400);
    expect(errors).toHaveLength(21);
    expect(errors?.slice(0, 3)).toStrictEqual([
      expect.stringMatching(/^name: /),
      'timezone: is required',
      'f0: unknown field',
    ]);
    expect(errors?.at(-1)).toBe('and 79,982 more errors');
  });

  it('is ignored where none is asked for', async () => {
    const init = { method: 'DELETE', body: 'whatever', headers: { 'Content-Type': 'text/plain' } };
    expect(await send(`/websites/${OWN_ID}`, withKey(init))).toMatchObject({ status: 200 });
  });
});

describe('a stream', () => {
  const upload = (body: string | null, type = 'application/x-ndjson') =>
    send(`/websites/${OWN_ID}/import`, withKey({ method: 'POST', body, headers: { 'Content-Type': type } }));

  it('may be of any length, and of none', async () => {
    expect(await upload('x'.repeat(3 * MIB))).toStrictEqual({ status: 200, data: { bytes: 3 * MIB } });
    expect(await upload(null)).toStrictEqual({ status: 200, data: { bytes: 0 } });
  });

  it('must be of JSON lines', async () => {
    expect(await upload('{}', 'application/json')).toStrictEqual({
      status: 415,
      errors: ['Content-Type must be application/x-ndjson'],
    });
  });
});
