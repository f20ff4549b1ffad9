import { fillLiveMonth } from './data-set/live-month.js';
import { largeWebsite } from './data-set/plan.js';
import { openEngine } from './engine/engine.js';
import { openMainDataSet, readOptions } from './options.js';
import { layOut } from './peers/lay-out.js';
import { peers as allPeers } from './peers/peers.js';
import { measureAccuracy } from './questions/accuracy.js';
import { caseName, endpoints, queryAt } from './questions/case.js';
import { cases } from './questions/cases.js';
import { bytesPerEvent, diskGoal } from './questions/disk.js';
import { measure } from './questions/measure.js';
import { type MeasuredCase, peerGoals } from './questions/peer-goals.js';
import { openBenchService } from './questions/service.js';
import { printGoals, printHead, printLine } from './questions/table.js';

/** An interrupted run reports the cases measured so far. */
let isInterrupted = false;
process.once('SIGINT', () => {
  isInterrupted = true;
});

const options = readOptions();
const { events, only, turns } = options;
const peers = options.hasPeers ? allPeers : [];
const dataSet = await openMainDataSet(options);
const service = await openBenchService(dataSet.folder);
const engine = await openEngine(dataSet.folder);
try {
  for (const peer of peers) {
    process.stderr.write(`laying the events out as ${peer.name} does\n`);
    await layOut(peer, engine);
  }
  await fillLiveMonth(engine, service.watched.client, options, peers);
  // The first responses of a process take longer than later ones.
  for (const endpoint of endpoints) {
    await service.time(queryAt({ endpoint, days: 30, filters: [], untilNow: false }, largeWebsite.id, 0));
  }
  const all: MeasuredCase[] = [];
  // Cases that the service refused, for example because they took too long.
  const refused: string[] = [];
  printHead();
  for (const each of cases.filter((candidate) => only?.test(caseName(candidate)) ?? true)) {
    if (isInterrupted) break;
    try {
      const measured = await measure(each, { service, engine, peers }, turns);
      all.push({ each, measured });
      printLine(caseName(each), measured);
    } catch (error) {
      refused.push(caseName(each));
      process.stderr.write(`${caseName(each)}: REFUSED: ${String(error).slice(0, 300)}\n`);
    }
  }
  const goals = [...peerGoals(all)];
  const questions = Object.fromEntries(all.map(({ each, measured }) => [caseName(each), measured]));
  if (only === undefined) {
    const bytes = await bytesPerEvent(engine);
    const accuracy = await measureAccuracy(service, engine);
    goals.push(diskGoal(bytes));
    process.send?.({ events, cases: cases.length, refused, goals, bytesPerEvent: bytes, accuracy, questions });
    console.table(bytes);
    console.table(accuracy);
  } else {
    process.send?.({ events, refused, questions });
  }
  printGoals(goals);
} finally {
  engine.close();
  await service.close();
  await dataSet.remove();
}
