import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openHere } from './here.js';
import { eventTable, examine, stoppedInstallation } from './installation.js';

const installation = stoppedInstallation();

const dataFile = async (path: string): Promise<string> => {
  const table = await eventTable(path);
  const part = (await readdir(table)).find((name) => /^\d{6}_/.test(name)) ?? '';
  return join(table, part, 'data.bin');
};

test('an emptied file of ClickHouse is logged at the start, and told by the doctor', async () => {
  const environment = await installation.copy();
  await writeFile(await dataFile(environment.DATA_DIR!), '');
  const service = await openHere(environment);
  await service.close();
  const line = service
    .log()
    .split('\n')
    .find((each) => each.includes('damaged parts'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, damaged: [{ table: 'events', parts: 1 }] });
  const told = await examine(environment);
  expect(told('damaged parts')).toMatch(/^problem: .*1 of events\. To recover them, restore a backup/);
});

test('a flipped bit in ClickHouse is found by the full examination', async () => {
  const environment = await installation.copy();
  const path = await dataFile(environment.DATA_DIR!);
  const bytes = await readFile(path);
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  await writeFile(path, bytes);
  expect((await examine(environment))('checksums')).toBe('undefined: undefined');
  expect((await examine(environment, '--full'))('checksums')).toMatch(/^problem: .*1 of events; restore a backup$/);
});
