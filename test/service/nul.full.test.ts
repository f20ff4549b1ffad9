import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleValue } from '../../src/http/api/docs-example.js';
import type { OpenApiDocument, Operation } from '../../src/http/api/openapi.js';
import { leadsTo, type Person, person } from '../dashboard/person.js';
import { signedIn } from '../dashboard/signed-in.js';
import { type ApiClient, apiClient } from './api-client.js';
import { type TestService, testService } from './test-service.js';

/** No driver and no table of PostgreSQL takes this character. */
const NUL = '\0';

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await testService();
  owner = await apiClient(service);
});

afterAll(() => service.close());

/** Every variant of a JSON value in which one text or one name of a field has a NUL. */
function variants(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return [`${value}${NUL}`, NUL];
  if (Array.isArray(value)) {
    return value.flatMap((each, index) => variants(each).map((variant) => value.with(index, variant)));
  }
  if (typeof value !== 'object' || value === null) return [];
  const fields = Object.entries(value);
  return fields.flatMap(([name, field]) => [
    ...variants(field).map((variant) => ({ ...value, [name]: variant })),
    { ...value, [`${name}${NUL}`]: field },
  ]);
}

/** Every field of an operation's body, with an example. */
function sampleBody({ requestBody }: Operation): unknown {
  const schema = requestBody?.content['application/json']?.schema;
  if (schema === undefined) return { timestamp: '2026-03-01T10:00:00Z', url: 'https://example.com/', visitor: 'ada' };
  const [first = schema] = (schema.oneOf ?? []).filter((each) => typeof each === 'object');
  const properties = Object.entries(first.properties ?? {});
  return Object.fromEntries(
    properties.map(([name, field]) => {
      const example = typeof field === 'object' ? exampleValue(field) : null;
      return [name, Array.isArray(example) && example.length === 0 ? ['x'] : example];
    }),
  );
}

const VALUES: Readonly<Record<string, string>> = { from: '2026-03-01', to: '2026-03-02' };

/** The paths and queries of an operation, each with a NUL in one parameter. */
function requestsOf(template: string, { parameters }: Operation, id: string): readonly string[] {
  const names = (place: string) => parameters.filter((each) => each.in === place).map(({ name }) => name);
  const path = (nul?: string, value = '') =>
    template.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === nul ? value : name === 'id' ? id : 'x'));
  const query = (nul?: string) =>
    new URLSearchParams({ ...VALUES, ...(nul !== undefined && { [nul]: `${VALUES[nul] ?? 'a'}${NUL}` }) });
  return [
    ...names('path').flatMap((name) => [path(name, '%00'), path(name, 'a%00')].map((each) => `${each}?${query()}`)),
    ...[undefined, ...names('query')].map((name) => `${path()}?${query(name)}`),
  ];
}

test('a NUL in a parameter or a body of any route of the API is never an error of the server', async () => {
  const document = (await (await service.app.request('/api/v1/openapi.json')).json()) as OpenApiDocument;
  for (const [template, byMethod] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(byMethod)) {
      const { id } = await owner.website();
      const paths = requestsOf(template, operation, id);
      const type = Object.keys(operation.requestBody?.content ?? {})[0] ?? 'application/json';
      const body = operation.requestBody === undefined ? undefined : sampleBody(operation);
      const bodies = body === undefined ? [] : variants(body);
      const requests = [...paths.map((path) => [path, body]), ...bodies.map((each) => [paths.at(-1), each])] as const;
      for (const [path, sent] of requests) {
        const { status } = await owner.call(method.toUpperCase(), path as string, sent, { 'Content-Type': type });
        expect(status, `${method} ${path} ${JSON.stringify(sent)}`).toBeLessThan(500);
      }
    }
  }
});

test('a saved query of such a name is not found', async () => {
  for (const name of ['%00', 'a%00']) {
    expect((await owner.call('DELETE', `/queries/${name}`)).status).toBe(404);
    expect((await owner.call('GET', `/queries/${name}`)).status).toBe(404);
  }
});

/** What a field has in the requests about others, so that a form gets as far as possible. */
const SAMPLES: Readonly<Record<string, string>> = {
  email: 'ada@example.com',
  recipient: 'grace@example.com',
  name: 'Shop',
  linkName: 'Shop',
  domain: 'example.com',
  timezone: 'UTC',
  format: 'json',
  url: 'https://hooks.example/x',
  password: 'correct horse battery',
  newPassword: 'correct horse battery staple',
  query: 'SELECT 1',
  topic: 'weekly-summary',
  weeklySummary: 'on',
  trafficAlert: 'on',
  retentionMonths: '12',
  destination: 's3',
};

/** The names of all fields of all forms. */
async function fieldNames(): Promise<readonly string[]> {
  const folder = join(import.meta.dirname, '../../src/dashboard');
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const names = texts.flatMap((text) =>
    [...text.matchAll(/(?:\bname="|\.(?:text|has)\(')(\w+)/g)].map(([, name]) => name!),
  );
  return [...new Set(names)];
}

test('a NUL in a field of any form, or in the path of any page, is never an error of the server', async () => {
  const names = await fieldNames();
  expect(names).toEqual(expect.arrayContaining(['email', 'recipient', 'webhook', 'typedDomain', 'session']));
  const paths = (method: string) => [
    ...new Set(
      service.app.routes
        .filter((route) => route.method === method && !/^\/(api|js|assets|health|metrics)\b|\*/.test(route.path))
        .map(({ path }) => path),
    ),
  ];
  const failures: string[] = [];
  const note = (status: number, request: string) => {
    // No email can be sent here.
    if (status >= 500 && status !== 503) failures.push(`${status} ${request}`);
  };
  for (const path of paths('POST')) {
    for (const isSignedIn of [false, true]) {
      const { browser, id } = await visitors(isSignedIn);
      // Who is sent to sign in has had no field read.
      const whole = await browser().post(filled(path, id, 'x'), SAMPLES);
      for (const nul of leadsTo(whole)?.includes('unsaved=1') ? [] : names) {
        const fields = Object.fromEntries(
          [...new Set([...Object.keys(SAMPLES), nul])].map((name) => [
            name,
            `${SAMPLES[name] ?? 'x'}${name === nul ? NUL : ''}`,
          ]),
        );
        note((await browser().post(filled(path, id, 'x'), fields)).status, `POST ${path} ${nul}`);
      }
    }
  }
  for (const path of paths('GET')) {
    const { browser, id } = await visitors(true);
    for (const value of ['%00', 'a%00']) {
      note((await browser().get(filled(path, id, value))).status, `GET ${path} ${value}`);
      note((await browser().get(filled(path, value, 'x'))).status, `GET ${path} ${value}`);
    }
    for (const name of [...names, 'search', 'page', 'saved', 'example', 'done', 'filter', 'f', 'country', 'next']) {
      note((await browser().get(`${filled(path, id, 'x')}?${name}=a%00`)).status, `GET ${path}?${name}`);
    }
  }
  expect(failures).toEqual([]);
});

const filled = (path: string, id: string, value: string): string =>
  path.replaceAll(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => (name === 'id' ? id : value));

/** Gets the id of a website, and browsers from an address each, so that no limit stops them; perhaps signed in as its owner. */
async function visitors(isSignedIn: boolean): Promise<{ readonly browser: () => Person; readonly id: string }> {
  const account = await apiClient(service);
  const { id } = await account.website();
  const [name = '', value = ''] = (await signedIn(service, account.accountId)).cookie.split('=');
  return {
    id,
    browser: () => {
      const one = person(service);
      if (isSignedIn) one.cookies.set(name, value);
      return one;
    },
  };
}
