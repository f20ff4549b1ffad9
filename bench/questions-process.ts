import { afterData } from './data-set/after-data.js';
import { largeWebsite } from './data-set/plan.js';
import { openEngine } from './engine/engine.js';
import { openMainDataSet, readOptions } from './options.js';
import { layOut } from './peers/lay-out.js';
import { peers } from './peers/peers.js';
import { accuracyOf } from './questions/accuracy.js';
import { askedAt, nameOf } from './questions/case.js';
import { cases, unfiltered } from './questions/cases.js';
import { bytesPerEvent, diskGoal } from './questions/disk.js';
import { type Contender, measure, median } from './questions/measure.js';
import { type MeasuredCase, peerGoals } from './questions/peer-goals.js';
import { plainStatements } from './questions/plain.js';
import { openBenchService, pathOf } from './questions/service.js';
import { printGoals, printHead, printLine } from './questions/table.js';

const COLD_TURNS = 2;

const contenders: readonly Contender[] = [{ name: 'plain', statements: plainStatements }, ...peers];

/** An interrupted run tells what it has measured by then. */
let isInterrupted = false;
process.once('SIGINT', () => {
  isInterrupted = true;
});

const options = readOptions();
const { only, turns } = options;
const dataSet = await openMainDataSet(options);
const service = await openBenchService(dataSet.folder);
const engine = await openEngine(`${dataSet.folder}/clickhouse`);
try {
  for (const peer of peers) {
    process.stderr.write(`laying the events out as ${peer.name} does\n`);
    await layOut(peer, engine);
  }
  await afterData(service.engines);
  // The first answers of a process take longer than those of one that has answered for a while.
  for (const each of unfiltered(30)) await service.get(pathOf(askedAt(each, largeWebsite.id, 0)));
  const all: MeasuredCase[] = [];
  printHead();
  for (const each of cases.filter((candidate) => only?.test(nameOf(candidate)) ?? true)) {
    if (isInterrupted) break;
    const measured = await measure(each, contenders, { service, engine }, { warm: turns, cold: COLD_TURNS });
    all.push({ each, measured });
    printLine(nameOf(each), measured);
  }
  const goals = [...peerGoals(all), onTopGoal(all)];
  if (only === undefined) {
    const bytes = await bytesPerEvent(engine);
    const accuracy = await accuracyOf(service, engine);
    goals.push(diskGoal(bytes));
    const questions = Object.fromEntries(all.map(({ each, measured }) => [nameOf(each), measured]));
    const { events } = options;
    process.send?.({
      events,
      cases: cases.length,
      secondsToFill: dataSet.seconds,
      goals,
      bytesPerEvent: bytes,
      accuracy,
      questions,
    });
    console.table(bytes);
    console.table(accuracy);
  }
  printGoals(goals);
} finally {
  engine.close();
  await service.close();
  await dataSet.remove();
}

/** What HTTP, authentication and JSON take beside the engine, of answers that fit on a page. */
function onTopGoal(all: readonly MeasuredCase[]) {
  const times = all.filter(({ each }) => each.limit === 10).map(({ measured }) => measured.own.onTop);
  return { what: 'HTTP, authentication and JSON on top of the engine, ms', value: median(times), atMost: 3 };
}
