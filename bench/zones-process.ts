import { openMainDataSet, readOptions } from './options.js';
import { unfiltered } from './questions/cases.js';
import { openBenchService } from './questions/service.js';
import { printGoals } from './questions/table.js';
import { zoneGoals } from './questions/zones.js';

const options = readOptions();
const dataSet = await openMainDataSet(options);
const service = await openBenchService(dataSet.folder);
try {
  const goals = await zoneGoals(unfiltered(365), service);
  process.send?.({ events: options.events, goals });
  printGoals(goals);
} finally {
  await service.close();
  await dataSet.remove();
}
