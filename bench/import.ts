import { awaitMerges } from './data-set/fill.js';
import { largeWebsite, liveMonth } from './data-set/plan.js';
import type { Engine } from './engine/engine.js';
import type { Goal } from './questions/goal.js';
import { median } from './questions/measure.js';
import type { BenchService } from './questions/service.js';

const LINES = 200_000;
const ROUNDS = 3;

/** A table of the same columns and order, without views. */
const BARE = 'bench_bare_insert';

/** Measures an import from its first byte until its statistics show, relative to the bare insert of the same rows. */
export async function importGoal(service: BenchService, engine: Engine): Promise<Goal> {
  const lines = await engine.text(`SELECT formatDateTime(time, '%Y-%m-%dT%H:%i:%S.%fZ', 'UTC') AS timestamp,
  concat('https://large.example', path) AS url, toString(visitor_id) AS visitor,
  if(referrer = 'Google', 'https://www.google.com/', '') AS referrer, country, city, browser, os, device, language
FROM events WHERE website_id = '${largeWebsite.id}' AND type = 'pageview' AND time < fromUnixTimestamp64Milli(${liveMonth.start}, 'UTC') LIMIT ${LINES}`);
  const [imports, inserts]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await service.json<{ readonly id: string }>('/websites', 'POST', {
      name: 'Import',
      domain: 'large.example',
      timezone: 'UTC',
    });
    try {
      imports.push(await service.importLines(id, lines));
      await awaitMerges(engine);
      inserts.push(await bareInsert(engine, await engine.text(`SELECT * FROM events WHERE website_id = '${id}'`)));
    } finally {
      await service.json(`/websites/${id}`, 'DELETE');
    }
  }
  const value = Math.round((median(imports) / median(inserts)) * 100) / 100;
  return { what: 'an import, of the bare JSON insert of its rows', value, atMost: 3, aim: 2 };
}

async function bareInsert(engine: Engine, rows: Buffer): Promise<number> {
  await engine.run(`DROP TABLE IF EXISTS ${BARE}`);
  await engine.run(`CREATE TABLE ${BARE} AS events`);
  const time = await engine.insertJson(BARE, rows);
  await engine.run(`DROP TABLE ${BARE}`);
  return time;
}
