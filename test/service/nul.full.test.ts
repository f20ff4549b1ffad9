import { HonoRequest } from 'hono/request';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { exampleValue } from '../../src/http/api/docs-example.js';
import type { OpenApiDocument, Operation } from '../../src/http/api/openapi.js';
import { lists } from '../../src/stats/reports/lists.js';
import { type Person, person } from '../dashboard/person.js';
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

/** Is in every form and address that is sent, so that what is read of these is known from what is read of others. */
const MARK = 'markOfThisTest';

/** Calls `answer`, and returns the names of all fields and parameters that were read of what has the mark. */
async function namesRead(answer: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const isMarked = { fields: Map.prototype.has, parameters: URLSearchParams.prototype.has };
  const spies = [
    ...(['get', 'has'] as const).map((method) =>
      before(Map.prototype, method, function (this: Map<unknown, unknown>, name) {
        if (typeof name === 'string' && isMarked.fields.call(this, MARK)) names.add(name);
      }),
    ),
    ...(['get', 'getAll', 'has'] as const).map((method) =>
      before(URLSearchParams.prototype, method, function (this: URLSearchParams, name) {
        if (isMarked.parameters.call(this, MARK)) names.add(String(name));
      }),
    ),
    before(HonoRequest.prototype, 'query', (name) => names.add(String(name))),
  ];
  try {
    await answer();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  names.delete(MARK);
  return names;
}

/** Has `note` called with the first argument of each call of the method. */
function before<Method extends string>(
  prototype: object & { readonly [name in Method]: unknown },
  method: Method,
  note: (name: unknown) => unknown,
) {
  const methods = prototype as Record<string, (...args: unknown[]) => unknown>;
  const original = methods[method]!;
  return vi.spyOn(methods, method).mockImplementation(function (this: unknown, ...args) {
    note.call(this, args[0]);
    return original.apply(this, args);
  });
}

/** The first lists stand for all: their parameters are read in one place. */
const [, , ...otherLists] = Object.values(lists).map((list) => list.path);
const isLikeOthers = (path: string): boolean => otherLists.some((list) => new RegExp(`/${list}(\\.csv)?$`).test(path));

/** That of other operators is read the same way. */
const isOfOperator = (name: string): boolean =>
  /\.(is_not|contains|contains_not)$/.test(name) && !name.startsWith('page.');

/** Sends the request without a NUL, then one for each name that was read, also those that are read only of such a request. */
async function forEachName(send: (nul: string | undefined) => Promise<unknown>): Promise<readonly string[]> {
  const names = await namesRead(() => send(undefined));
  const all = new Set(names);
  for (const name of all) {
    if (isOfOperator(name)) continue;
    for (const read of await namesRead(() => send(name))) all.add(read);
  }
  return [...all];
}

test('a NUL in a field of any form, or in the path of any page, is never an error of the server', async () => {
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
  const fields = new Set<string>();
  for (const path of paths('POST')) {
    for (const isSignedIn of [false, true]) {
      const { browser, id } = await visitors(isSignedIn);
      const names = await forEachName(async (nul) => {
        const values = Object.entries({ ...SAMPLES, ...(nul !== undefined && { [nul]: SAMPLES[nul] ?? 'x' }) });
        const sent = Object.fromEntries(values.map(([name, value]) => [name, name === nul ? `${value}${NUL}` : value]));
        const { status } = await browser().post(filled(path, id, 'x'), { ...sent, [MARK]: '1' });
        note(status, `POST ${path} ${nul}`);
      });
      for (const name of names) fields.add(name);
    }
  }
  const parameters = new Set<string>();
  for (const path of paths('GET')) {
    const { browser, id } = await visitors(true);
    for (const value of ['%00', 'a%00']) {
      note((await browser().get(filled(path, id, value))).status, `GET ${path} ${value}`);
      note((await browser().get(filled(path, value, 'x'))).status, `GET ${path} ${value}`);
    }
    if (isLikeOthers(path)) continue;
    const names = await forEachName(async (nul) => {
      const address = `${filled(path, id, 'x')}?${MARK}=1${nul === undefined ? '' : `&${nul}=a%00`}`;
      note((await browser().get(address)).status, `GET ${path}?${nul}`);
    });
    for (const name of names) parameters.add(name);
  }
  // Properties are read by going through all parameters.
  const { browser, id } = await visitors(true);
  for (const query of ['property:plan=a%00', 'property:a%00=b', 'property:a%00b.contains=%00']) {
    for (const path of ['', '/pages', '/pages.csv', '/delete-events', '/funnels', '/sharing']) {
      note((await browser().get(`/websites/${id}${path}?event=a&${query}`)).status, `GET ${path}?${query}`);
    }
  }
  expect(failures).toEqual([]);
  expect([...fields]).toEqual(expect.arrayContaining(['email', 'recipient', 'webhook', 'typedDomain', 'session']));
  expect([...parameters]).toEqual(expect.arrayContaining(['search', 'page', 'saved', 'range', 'from', 'goal', 'sort']));
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
