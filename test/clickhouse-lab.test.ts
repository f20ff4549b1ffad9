import { test, expect } from 'vitest';
import { openEmbedded } from '/work/main/src/clickhouse/embedded.js';
import { migrateClickHouse } from '/work/main/src/clickhouse/migrate.js';
import { sql, string } from '/work/main/src/clickhouse/sql.js';
import { z } from 'zod';
import { mkdtempSync } from 'node:fs';
test('x', async () => {
  const f = mkdtempSync('/tmp/lab/e-');
  let t=performance.now();
  const ch = await openEmbedded(f);
  console.log('open', performance.now()-t); t=performance.now();
  await migrateClickHouse(ch, undefined);
  console.log('migrate', performance.now()-t);
  const hostile = ["'", '"', '\\', '\0', 'a\0b', '\n', '\r\n', '\t', '\\N', 'N', "'); DROP TABLE events; --", '{p0:String}', '{', '}', '😀', '\ud800', 'x\udc00y', '\u2028', '\x01\x7f', '', ' ', '\\0', "\\'", '`', '%', 'é'.repeat(50000), '/* */', '-- ', ';', '\b\f\v', 'NULL','\\x41', '0x', '\ufeff','?', '$1', '${1}'];
  for (const h of hostile) {
    try {
      const [r] = await ch.query({ name: 't', sql: sql`SELECT ${string(h)} AS v, length(${string(h)}) AS n`, row: z.object({ v: z.string(), n: z.coerce.number() }) });
      if (r!.v !== h.toWellFormed()|| r!.n!==Buffer.byteLength(h)) console.log('DIFF', JSON.stringify(h).slice(0,40), JSON.stringify(r).slice(0,60));
    } catch (e) { console.log('ERR', JSON.stringify(h).slice(0,40), e.code, e.message.slice(0, 200)); }
  }
  for (const q of ["INSERT INTO migrations (version) VALUES (9)", "SELECT * FROM file('/etc/passwd','LineAsString')", "SELECT * FROM url('http://127.0.0.1:1/','LineAsString')", "SET max_memory_usage=1", "SELECT 1 SETTINGS max_execution_time=0", "SELECT 1 INTO OUTFILE '/tmp/lab/out.txt'", "DROP TABLE events", "CREATE TABLE x (a Int8) ENGINE=Memory", "SYSTEM FLUSH LOGS", "SELECT * FROM executable('x','TSV','a String','SELECT 1')", "SELECT sleepEachRow(1) FROM numbers(3) SETTINGS function_sleep_max_microseconds_per_block=0", "KILL QUERY WHERE 1", "SELECT throwIf(1)", "SELECT groupArray(number) FROM numbers(1000000000)"]) {
    let t=performance.now();
    try { const r = await ch.query({ name: 't', sql: { chunks: [q], parameters: [] }, row: z.any() }); console.log('OK', q, JSON.stringify(r).slice(0,80)); }
    catch (e) { console.log('REFUSED', q, e.constructor.name, e.code, e.message.slice(0, 120), performance.now()-t); }
  }
  await ch.close();
});
