import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkRows } from '../rows.js';
import { SEED } from '../seed.js';
import { apiClient } from '../service/api-client.js';
import { exhaustingStatements, probes, refusedStatements, type Targets } from './battery.js';
import type { BiService } from './bi-service.js';

const SECRET = 'b7f3-of-another-account';
const PATH = `/${SECRET}`;

/** The targets are known only when the service runs, and tests have names before. */
const NAMED: Targets = {
  path: PATH,
  websiteId: '00000000-0000-4000-8000-00000000000b',
  file: '/FILE',
  written: '/WRITTEN',
};

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Ways to put one statement into another, and to write it differently. */
const MUTATIONS: readonly ((statement: string) => string)[] = [
  (statement) => `SELECT * FROM (${statement})`,
  (statement) => `WITH x AS (${statement}) SELECT * FROM x`,
  (statement) => `SELECT (${statement})`,
  (statement) => `${statement} UNION ALL ${statement}`,
  (statement) => `SELECT 1 WHERE 1 IN (${statement})`,
  (statement) => `SELECT * FROM events WHERE path IN (${statement})`,
  (statement) => `SELECT 1 AS \`'\`, (${statement}), '\\''`,
  (statement) => `SELECT '--', (${statement}) /* ' */`,
  (statement) => `-- '\n${statement} -- "`,
  (statement) => `/* \` */ ${statement}`,
  (statement) => `SELECT arrayMap(x -> (${statement}), [1])`,
  (statement) => `SELECT * FROM view(${statement})`,
  (statement) => `SELECT if(1, (${statement}), 0)`,
  (statement) => `SELECT * EXCEPT nothing FROM (${statement})`,
  (statement) => `SELECT * APPLY(toString) FROM (${statement})`,
  (statement) => statement.replace(/\bFROM (\w+)\.(\w+)/g, 'FROM `$1`.`$2`'),
  (statement) => statement.replace(/\bFROM (\w+)\.(\w+)/g, 'FROM "$1" . "$2"'),
  (statement) => statement.replace(/(\w+)\(/, '`$1`('),
  (statement) => statement.replace(/ /g, '\n'),
  (statement) => statement.replace(/ /g, '/**/ '),
  (statement) => statement.replace(/'([^']*)'/g, '$$$$$1$$$$'),
  (statement) => statement.replace(/^SELECT /, 'SELECT ALL '),
  (statement) => statement.toUpperCase(),
  (statement) => `${statement} FORMAT JSON`,
  (statement) => `${statement} FORMAT Vertical SETTINGS max_threads = 1`,
  (statement) => `(${statement})`,
  (statement) => `${statement};`,
  (statement) => `${statement}; ${statement}`,
  (statement) => `DESCRIBE (${statement})`,
  (statement) => `EXPLAIN ${statement}`,
  (statement) => `CREATE TEMPORARY TABLE t AS ${statement}`,
  (statement) => `${statement} INTO OUTFILE '${NAMED.written}'`,
  (statement) => `SELECT * FROM eval(${JSON.stringify(statement).replaceAll('"', "'")})`,
  (statement) => `SELECT formatRow('CSV', (${statement}))`,
  (statement) => `${statement} PARALLEL WITH ${statement}`,
];

/** Tries whether a statement of the battery, or one of as many mutations, can see more than the rows of its account. */
export function describeEscapes(name: string, open: () => Promise<BiService>, mutations: number): void {
  describe(name, () => {
    let service: BiService;
    let key: string;
    let targets: Targets;
    let ownRows: number;
    /** Puts what exists in place of the names. */
    let actual: (statement: string) => string;

    async function ask(statement: string, parameters: Readonly<Record<string, string>> = {}): Promise<Answer> {
      const named = Object.entries(parameters).map(([name, value]) => [`param_${name}`, value] as const);
      const query = new URLSearchParams(Object.fromEntries(named));
      // On a slow machine, the statements of one test would take the time that an account has in a minute.
      service.clock += 61_000;
      const response = await fetch(`${service.biUrl}/?${query}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}` },
        body: statement,
      });
      const body = await response.text();
      // Such an answer would say nothing about the statement.
      expect(body).not.toContain('QUOTA_EXCEEDED');
      return { status: response.status, body };
    }

    const lines = (paths: readonly string[]) =>
      paths
        .map((path, index) => {
          const timestamp = new Date(Date.UTC(2026, 0, 1 + (index % 20), 0, index % 60)).toISOString();
          return `${JSON.stringify({ timestamp, url: `https://example.com${path}`, visitor: `v${index % 50}` })}\n`;
        })
        .join('');

    beforeAll(async () => {
      service = await open();
      const [owner, other] = [await apiClient(service), await apiClient(service)];
      const own = await owner.website({ name: 'Own' });
      const { id: websiteId } = await other.website({ name: SECRET, domain: `${SECRET}.example` });
      ownRows = 500;
      await owner.import(own.id, lines(Array.from({ length: ownRows }, (_, index) => `/page-${index % 7}`)));
      await other.import(websiteId, lines(Array.from({ length: 700 }, () => PATH)));
      const file = join(service.folder, 'secret.txt');
      writeFileSync(file, `${SECRET}\n`);
      key = owner.key;
      targets = { path: PATH, websiteId, file, written: join(service.folder, 'written') };
      actual = (statement) =>
        statement
          .replaceAll(NAMED.websiteId, websiteId)
          .replaceAll(NAMED.file, file)
          .replaceAll(NAMED.written, targets.written);
    });

    afterAll(() => service.close());

    /** Expects that an answer tells nothing of the other account, of files, or of this machine. */
    function expectNothingOf({ body }: Answer, statement: string): void {
      // What the statement itself says may come back.
      const own = [statement, targets.path, targets.websiteId].filter((text) => statement.includes(text));
      const said = own.reduce((text, each) => text.replaceAll(each, ''), body);
      for (const secret of [SECRET, service.folder, 'root:']) {
        if (!statement.includes(secret)) expect(said, statement).not.toContain(secret);
      }
      expect(existsSync(targets.written), statement).toBe(false);
    }

    test('what sees or does more is refused', () =>
      checkRows(refusedStatements(NAMED), async (named) => {
        const statement = actual(named);
        const answer = await ask(statement, { t: 'default.events', c: 'path' });
        expect(answer.status, answer.body).toBeGreaterThanOrEqual(400);
        expect(answer.body).toMatch(/^Code: \d+\. DB::Exception: /);
        expectNothingOf(answer, statement);
      }));

    describe('ended by a limit', () => {
      test.each(exhaustingStatements)('%s', async (statement) => {
        const { status, body } = await ask(statement);
        // A large answer has begun by then, and ends in the error.
        if (status === 200) expect(body.slice(-2_000)).toContain('\r\n__exception__\r\n');
        else expect(status, body.slice(0, 300)).toBeGreaterThanOrEqual(400);
      });
    });

    describe('tells nothing of other accounts', () => {
      test('whatever is asked', () =>
        checkRows(probes(NAMED), async (named) => {
          const statement = actual(named);
          const answer = await ask(statement);
          expect(answer.status, answer.body).toBe(200);
          expect(answer.body).not.toContain(SECRET);
          expect(answer.body).not.toContain(targets.websiteId);
          expectNothingOf(answer, statement);
        }));

      test('counts are those of the own websites', async () => {
        expect((await ask('SELECT count() FROM events')).body).toBe(`${ownRows}\n`);
        expect((await ask('SELECT sum(pageviews) FROM visits')).body).toBe(`${ownRows}\n`);
        expect((await ask('SELECT count() FROM websites')).body).toBe('1\n');
      });

      test.each(['system', 'default', 'bi_rows', 'information_schema'])('with the database %s', async (database) => {
        const response = await fetch(`${service.biUrl}/?database=${database}&query=SELECT+*+FROM+processes`, {
          headers: { Authorization: `Bearer ${key}` },
        });
        expect(response.status).toBe(404);
      });

      test.each(['log_comment', 'readonly', 'role', 'additional_table_filters', 'max_memory_usage', 'allow_ddl'])(
        'with the setting %s in the address',
        async (name) => {
          const query = new URLSearchParams({ query: 'SELECT count() FROM events', [name]: targets.websiteId });
          const response = await fetch(`${service.biUrl}/?${query}`, { headers: { Authorization: `Bearer ${key}` } });
          expect(await response.text()).toBe(`${ownRows}\n`);
        },
      );
    });

    test(`no statement that is made of these sees a row or a file, or writes one (TEST_SEED=${SEED})`, async () => {
      const statements = fc.constantFrom(...refusedStatements(NAMED), ...probes(NAMED));
      const mutated = fc
        .tuple(statements, fc.array(fc.constantFrom(...MUTATIONS), { minLength: 1, maxLength: 3 }))
        .map(([statement, mutations]) => mutations.reduce((text, mutate) => mutate(text), statement));
      await fc.assert(
        fc.asyncProperty(mutated, async (named) => {
          const statement = actual(named);
          const answer = await ask(statement, { t: 'default.events', c: 'path' });
          expectNothingOf(answer, statement);
          if (answer.status !== 200) expect(answer.body, statement).not.toContain('AS stored');
          if (/\blog_comment\s*=/i.test(statement.replaceAll('/**/', '')))
            expect(answer.status, statement).not.toBe(200);
        }),
        { seed: SEED, numRuns: mutations },
      );
      expect((await ask('SELECT count() FROM events')).body).toBe(`${ownRows}\n`);
    });
  });
}
