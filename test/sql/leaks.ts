import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sql, trusted } from '../../src/clickhouse/sql.js';
import { SEED } from '../seed.js';
import { apiClient } from '../service/api-client.js';
import { counted } from '../service/daily-visitors.js';
import { type BiService, biService } from './bi-service.js';

/** In every text that the other account stores, and in no statement. No base58, hex, number, date, address or JSON: functions that parse fail. */
const MARKER = 'Planted-0Il';

/** The marker as functions may return it. */
const FORMS = [
  MARKER,
  [...MARKER].reverse().join(''),
  Buffer.from(MARKER).toString('hex'),
  ...[0, 1, 2].map((offset) =>
    Buffer.from(MARKER.slice((3 - offset) % 3))
      .toString('base64')
      .slice(0, 10),
  ),
].map((form) => form.toLowerCase());

const TEXT_COLUMNS = {
  events: [
    ...['hostname', 'path', 'link', 'name', 'screen', 'entry_path', 'referrer', 'channel', 'utm_source', 'utm_medium'],
    ...[
      'utm_campaign',
      'ref',
      'campaign',
      'region',
      'city',
      'browser',
      'browser_version',
      'os',
      'os_code',
      'os_version',
    ],
    ...['language', 'utm_content', 'utm_term', 'toString(properties)', 'properties.plan::String'],
  ],
  visits: [
    ...['entry_path', 'referrer', 'channel', 'utm_source', 'utm_medium', 'utm_campaign', 'ref', 'campaign', 'city'],
    ...['browser', 'os', 'os_code', 'language'],
  ],
  daily_visitors: ['dimension', 'value[1]', 'arrayJoin(value)', 'arrayStringConcat(value)'],
  websites: ['name', 'domain', 'zone'],
} as const;

/** How a function of texts may be called; `c` and `d` stand for columns, `f` for the function. */
const CALLS = [
  ...[
    'f(c)',
    'f(c, d)',
    "f(c, 'x')",
    "f('x', c)",
    'f(c, 1)',
    'f(1, c)',
    "f(c, 'x', 'y')",
    "f('x', c, 'y')",
    'f(c, 1, 2)',
  ],
  ...['f(c, d, c)', 'f([c])', 'f([c], [d])', 'f((c, d))', 'f(map(c, d))', 'f(c, [d])', 'f(toNullable(c))'],
  ...[
    'f(toLowCardinality(c))',
    'f(c::LowCardinality(Nullable(String)))',
    'arrayMap(x -> f(x), [c])',
    'f(x -> x = c, [d])',
  ],
  ...[
    "f('1')(c)",
    'f(2)(c)',
    'f(2)(c, 1)',
    'finalizeAggregation(fState(c))',
    'fIf(c, c != d)',
    'f(c) OVER ()',
    'f(DISTINCT c)',
  ],
  ...[
    "f(c, 'Europe/Berlin')",
    "f(c, '%Y')",
    "f(c, 'UInt8')",
    "CAST(c, 'f')",
    'c::f',
    "reinterpret(c, 'f')",
    "accurateCast(c, 'f')",
  ],
];

const STATEMENTS = [
  ...[
    'SELECT e FROM v',
    'SELECT count() FROM v WHERE ignore(e) = 0',
    'SELECT any(e) FROM v',
    'SELECT e, count() FROM v GROUP BY 1',
  ],
  ...[
    'SELECT 1 FROM v ORDER BY e',
    'SELECT DISTINCT e FROM v',
    'SELECT * FROM (SELECT c FROM v) AS t WHERE ignore(e) = 0',
  ],
  ...['SELECT e FROM v LIMIT 1 BY e', 'SELECT count() FROM v AS a JOIN v AS b ON e', 'SELECT e FROM v FORMAT JSON'],
];

/** Returns the same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): Choose {
  let state = seed;
  return (items) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value ^= value + Math.imul(value ^ (value >>> 7), 61 | value);
    return items[(((value ^ (value >>> 14)) >>> 0) % items.length) as number] as (typeof items)[number];
  };
}

const findPlanted = (text: string): string | undefined => {
  const lower = text.toLowerCase();
  return FORMS.find((form) => lower.includes(form));
};

/** Events that have the word in every text, as an export has them. */
function lines(word: string): string {
  const texts = (index: number) =>
    Object.fromEntries(
      [
        ...[
          'hostname',
          'path',
          'link',
          'name',
          'screen',
          'referrer',
          'channel',
          'utmSource',
          'utmMedium',
          'utmCampaign',
          'ref',
        ],
        ...['region', 'city', 'browser', 'browserVersion', 'os', 'osVersion', 'language', 'utmContent', 'utmTerm'],
      ].map((field) => [field, `${field === 'path' ? '/' : ''}${word}-${field}-${index % 20}`]),
    );
  return Array.from({ length: 60 }, (_, index) =>
    JSON.stringify({
      timestamp: new Date(Date.UTC(2026, 0, 1 + (index % 20))).toISOString(),
      type: 'custom',
      url: 'https://example.com/',
      name: word,
      visitor: `${word} ${index}`,
      stored: { ...texts(index), props: `{"plan":"${word}"}`, country: 'DE', device: 'desktop' },
    }),
  ).join('\n');
}

type Choose = <Item>(items: readonly Item[]) => Item;

interface LeakOptions {
  /** Which statements are generated. */
  readonly title: string;
  /** Chooses the functions that statements are generated of, from all functions and types of the engine. */
  readonly chooseNames: (all: readonly Named[], choose: Choose) => readonly Named[];
}

interface Named {
  readonly name: string;
}

/** Tries whether the answer to a statement, or its error, has a value of another account. */
export function describeLeaks({ title, chooseNames }: LeakOptions): void {
  describe('what SQL answers', () => {
    let service: BiService;
    let key: string;
    const logged: string[] = [];

    beforeAll(async () => {
      service = await biService({ onLog: (line) => logged.push(line) });
      const [owner, other] = [await apiClient(service), await apiClient(service)];
      key = owner.key;
      const own = await owner.website();
      const theirs = await other.website({ name: `${MARKER} Ltd`, domain: `${MARKER.toLowerCase()}.example` });
      for (const [client, id, word] of [
        [owner, own.id, 'Own'],
        [other, theirs.id, MARKER],
      ] as const) {
        expect(await client.import(id, lines(word))).toMatchObject({ status: 200 });
        await counted(service, id);
      }
      // One part has the rows of both accounts, and so one dictionary.
      for (const table of ['events', 'visits', 'daily_visitors', 'websites']) {
        await service.clickhouse.command(sql`OPTIMIZE TABLE ${trusted(table)} FINAL`);
      }
    });

    afterAll(() => service.close());

    /** Asks a statement, and returns everything that its client sees. */
    async function ask(statement: string): Promise<{ readonly status: number; readonly all: string }> {
      // The budget of a minute is not what is tested.
      service.clock += 61_000;
      const response = await fetch(service.biUrl, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}` },
        body: statement,
      });
      const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
      return { status: response.status, all: `${headers}\n${await response.text()}` };
    }

    test('aimed statements: what fails on a value says at most the own one', async () => {
      const found = [];
      expect((await ask('SELECT base58Decode(path) FROM bi.events')).all).toContain('Invalid base58Decode value (/Own');
      for (const statement of [
        'SELECT base58Decode(path) FROM bi.events',
        "SELECT base58Decode(replaceRegexpOne(path, '^/Own.*', '')) FROM bi.events",
        'SELECT base58Decode(entry_path) FROM bi.visits',
        "SELECT base58Decode(concat(utm_source, '/')) FROM bi.events",
        'SELECT base58Decode(arrayJoin(value)) FROM bi.daily_visitors',
        'SELECT arrayMap(x -> base58Decode(x), value) FROM bi.daily_visitors',
        'SELECT toUInt8(city) FROM bi.events',
        'SELECT base58Decode(campaign) FROM bi.visits',
        'SELECT toDate(browser) FROM bi.visits',
        "SELECT sumIf(1, base58Decode(hostname) = '') FROM bi.events",
        'SELECT base58Decode(zone), base58Decode(domain) FROM bi.websites',
      ]) {
        const { all } = await ask(statement);
        if (findPlanted(all)) found.push([statement, all]);
      }
      expect(found).toEqual([]);
    });

    test('nothing about a column tells how many values others have', async () => {
      const { all } = await ask(
        'SELECT dumpColumnStructure(path), dumpColumnStructure(value) FROM bi.events, bi.daily_visitors LIMIT 1',
      );
      expect(all).toContain('String(size');
      expect(all).not.toMatch(/Unique|LowCardinality/);
    });

    test(`${title} name no value of another account (TEST_SEED=${SEED})`, async () => {
      const functions = await service.clickhouse.query({
        name: 'test',
        sql: sql`SELECT name FROM system.functions WHERE origin = 'System' ORDER BY name
          UNION ALL SELECT name FROM system.data_type_families ORDER BY name`,
        row: z.object({ name: z.string() }),
      });
      const choose = randomFrom(SEED);
      const views = Object.keys(TEXT_COLUMNS) as (keyof typeof TEXT_COLUMNS)[];
      let answered = 0;
      const found: unknown[] = [];
      const names = chooseNames(functions, choose);
      for (const { name } of names) {
        const view = choose(views);
        const [c, d] = [choose<string>(TEXT_COLUMNS[view]), choose<string>(TEXT_COLUMNS[view])];
        const call = choose(CALLS).replace(/\bf(?=\b|State|If)/g, name);
        const expression = call.replace(/\bc\b/g, c).replace(/\bd\b/g, d);
        const statement = choose(STATEMENTS)
          .replace(/\bv\b/g, `bi.${view}`)
          .replace(/\bc\b/g, c)
          .replace(/\be\b/g, expression);
        const { status, all } = await ask(statement);
        if (status === 200) answered += 1;
        if (findPlanted(all)) found.push([statement, all]);
      }
      expect(found).toEqual([]);
      // Most functions refuse a random call.
      expect(answered).toBeGreaterThan(names.length / 40);
    });

    test('the log names no value of either account', () => {
      expect(logged.length).toBeGreaterThan(0);
      expect(logged.filter((line) => findPlanted(line) || /Own-\w+-\d/.test(line))).toEqual([]);
    });
  });
}
