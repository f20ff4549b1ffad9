import { openEngine } from './engine/engine.js';
import { equalQuestionsGoals } from './machine/equal-questions.js';
import { importGoals } from './machine/import.js';
import { otherWebsitesGoals } from './machine/other-websites.js';
import { ownDaysGoals } from './machine/own-days.js';
import { servingGoals } from './machine/serving.js';
import { smallWebsiteGoals } from './machine/small-website.js';
import { websitesGoals } from './machine/websites.js';
import { openMainDataSet, readOptions, showProgress } from './options.js';
import { endpoints } from './questions/case.js';
import { cases, unfiltered } from './questions/cases.js';
import type { Goal } from './questions/goal.js';
import { openBenchService } from './questions/service.js';
import { printGoals } from './questions/table.js';

/** The data sets that grow are this much smaller than the main one. */
const GROWTH_PART = 10;

const options = readOptions();
const { turns, events } = options;
const dataSet = await openMainDataSet(options);
const goals: Goal[] = [];
try {
  const service = await openBenchService(dataSet.folder);
  const engine = await openEngine(`${dataSet.folder}/clickhouse`);
  try {
    const everyRange = ([365, 30, 1] as const).flatMap(unfiltered);
    // What takes milliseconds comes when the process has answered for a while, as a service has.
    goals.push(...(await ownDaysGoals(endpoints, service, turns)));
    goals.push(...(await smallWebsiteGoals(everyRange, { service, engine }, turns)));
    goals.push(...(await equalQuestionsGoals(service)));
    goals.push(...(await websitesGoals(service)));
    goals.push(...(await importGoals(service, engine)));
  } finally {
    engine.close();
    await service.close();
  }
  goals.push(...(await servingGoals(dataSet.folder, cases)));
} finally {
  await dataSet.remove();
}
if (options.growth) {
  const smaller = events / GROWTH_PART;
  goals.push(...(await otherWebsitesGoals(smaller, endpoints, turns, showProgress(smaller))));
}
process.send?.({ events, goals });
printGoals(goals);
