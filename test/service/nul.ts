import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { exampleValue } from '../../src/http/docs-example.js';
import type { OpenApiDocument, Operation } from '../../src/http/openapi.js';
import { type Person, person } from '../dashboard/person.js';
import { signedIn } from '../dashboard/signed-in.js';
import { type ApiClient, apiClient } from './api-client.js';
import { type TestService, testService } from './test-service.js';

/** No driver and no table of PostgreSQL takes this character. */
const NUL = '\0';

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

const namesIn = ({ parameters }: Operation, place: string) =>
  parameters.filter((each) => each.in === place).map(({ name }) => name);

/** The paths and queries of an operation, each with a NUL in one parameter. */
function nulPaths(template: string, operation: Operation, queryNames: readonly string[], id: string) {
  const path = (nul?: string, value = '') =>
    template.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === nul ? value : name === 'id' ? id : 'x'));
  const query = (nul?: string) =>
    new URLSearchParams({ ...VALUES, ...(nul !== undefined && { [nul]: `${VALUES[nul] ?? 'a'}${NUL}` }) });
  return [
    ...namesIn(operation, 'path').flatMap((name) =>
      [path(name, '%00'), path(name, 'a%00')].map((each) => `${each}?${query()}`),
    ),
    ...[undefined, ...queryNames].map((name) => `${path()}?${query(name)}`),
  ];
}

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

const filled = (path: string, id: string, value: string): string =>
  path.replaceAll(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => (name === 'id' ? id : value));

/** Pages read these from their addresses too. */
const QUERY_NAMES = ['search', 'page', 'saved', 'example', 'done', 'filter', 'f', 'country', 'next'];

/** The values of a form with all fields, with a NUL in some. */
const withNul = (names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...new Set([...Object.keys(SAMPLES), ...names])].map((name) => [
      name,
      `${SAMPLES[name] ?? 'x'}${names.includes(name) ? NUL : ''}`,
    ]),
  );

interface NulOptions {
  /** Whether each name goes to each route, also where nothing reads it. Else a parameter of several routes goes to one. */
  readonly isEverywhere: boolean;
}

/** Sends the character in every parameter and field of the service. */
export function describeNul({ isEverywhere }: NulOptions): void {
  describe('a NUL', () => {
    let service: TestService;
    let owner: ApiClient;

    beforeAll(async () => {
      service = await testService();
      owner = await apiClient(service);
    });

    afterAll(() => service.close());

    test('in a parameter or a body of any route of the API is never an error of the server', async () => {
      const document = (await (await service.app.request('/api/v1/openapi.json')).json()) as OpenApiDocument;
      const sent = new Set<string>();
      for (const [template, byMethod] of Object.entries(document.paths)) {
        for (const [method, operation] of Object.entries(byMethod)) {
          const { id } = await owner.website();
          const queryNames = namesIn(operation, 'query').filter((name) => isEverywhere || !sent.has(name));
          for (const name of queryNames) sent.add(name);
          const paths = nulPaths(template, operation, queryNames, id);
          const type = Object.keys(operation.requestBody?.content ?? {})[0] ?? 'application/json';
          const body = operation.requestBody === undefined ? undefined : sampleBody(operation);
          const bodies = body === undefined ? [] : variants(body);
          const requests = [
            ...paths.map((path) => [path, body]),
            ...bodies.map((each) => [paths.at(-1), each]),
          ] as const;
          for (const [path, value] of requests) {
            const { status } = await owner.call(method.toUpperCase(), path as string, value, { 'Content-Type': type });
            expect(status, `${method} ${path} ${JSON.stringify(value)}`).toBeLessThan(500);
          }
        }
      }
    });

    test('in the name of a saved query is a name that is not found', async () => {
      for (const name of ['%00', 'a%00']) {
        expect((await owner.call('DELETE', `/queries/${name}`)).status).toBe(404);
        expect((await owner.call('GET', `/queries/${name}`)).status).toBe(404);
      }
    });

    const paths = (method: string) => [
      ...new Set(
        service.app.routes
          .filter((route) => route.method === method && !/^\/(api|js|assets|health|metrics)\b|\*/.test(route.path))
          .map(({ path }) => path),
      ),
    ];

    const isFailure = (status: number) =>
      // No email can be sent here.
      status >= 500 && status !== 503;

    test('in a field of any form is never an error of the server', async () => {
      const names = await fieldNames();
      expect(names).toEqual(expect.arrayContaining(['email', 'recipient', 'webhook', 'typedDomain', 'session']));
      const failures: string[] = [];
      let sent = 0;
      for (const path of paths('POST')) {
        for (const isSignedIn of [false, true]) {
          const chosen = isEverywhere ? names : await readNames(path, isSignedIn, names);
          const { browser, id } = await visitors(isSignedIn);
          for (const nul of [names, ...chosen.map((name) => [name])]) {
            const { status } = await browser().post(filled(path, id, 'x'), withNul(nul));
            if (isFailure(status)) failures.push(`${status} POST ${path} ${nul}`);
            sent += 1;
          }
        }
      }
      expect(failures).toEqual([]);
      // More than the names of each form's fields: these are read.
      expect(sent).toBeGreaterThan(names.length * 2);
    });

    test('in the path or the query of any page is never an error of the server', async () => {
      const names = [...(await fieldNames()), ...QUERY_NAMES];
      const query = (nul: readonly string[]) =>
        new URLSearchParams(nul.map((name): [string, string] => [name, `a${NUL}`]));
      const failures: string[] = [];
      for (const path of paths('GET')) {
        const { browser, id } = await visitors(true);
        const addresses = [
          ...['%00', 'a%00'].flatMap((value) => [filled(path, id, value), filled(path, value, 'x')]),
          ...[names, ...(isEverywhere ? names.map((name) => [name]) : [])].map(
            (nul) => `${filled(path, id, 'x')}?${query(nul)}`,
          ),
        ];
        for (const address of new Set(addresses)) {
          const { status } = await browser().get(address);
          if (isFailure(status)) failures.push(`${status} GET ${address}`);
        }
      }
      expect(failures).toEqual([]);
    });

    /** The fields that a form reads when it is sent with all of them. */
    async function readNames(path: string, isSignedIn: boolean, names: readonly string[]): Promise<readonly string[]> {
      const { browser, id } = await visitors(isSignedIn);
      const form = new FormData();
      for (const name of names) form.set(name, SAMPLES[name] ?? 'x');
      const spies = [vi.spyOn(FormData.prototype, 'getAll'), vi.spyOn(FormData.prototype, 'has')] as const;
      try {
        await browser().post(filled(path, id, 'x'), form);
        return [...new Set(spies.flatMap((spy) => spy.mock.calls.map(([name]) => name)))];
      } finally {
        for (const spy of spies) spy.mockRestore();
      }
    }

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
  });
}
