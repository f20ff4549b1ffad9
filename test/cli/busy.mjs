// The built service as a process of its own, with a statement under way that takes minutes.

import { readConfig } from '../../dist/app/config.js';
import { stopSignal } from '../../dist/cli/stop-signal.js';
import { openLog } from '../../dist/lib/log.js';
import { start } from '../../dist/main.js';

const PATIENCE_MS = 2_000;

const stopped = stopSignal(async () => openLog('warn'), PATIENCE_MS);
const running = await start(readConfig(process.env));
const sleep = 'SELECT sleepEachRow(1) FROM numbers(600) SETTINGS max_block_size = 1';
void running.service.engines.clickhouse.command({ chunks: [sleep], parameters: [] });
process.stdout.write(`Footfall is ready at ${running.url}\n`);
await stopped;
await running.stop();
