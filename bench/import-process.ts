import { openEngine } from './engine/engine.js';
import { importGoal } from './import.js';
import { openMainDataSet, readOptions } from './options.js';
import { openBenchService } from './questions/service.js';
import { printGoals } from './questions/table.js';

const options = readOptions();
const dataSet = await openMainDataSet(options);
try {
  const service = await openBenchService(dataSet.folder);
  const engine = await openEngine(dataSet.folder);
  try {
    const goals = [await importGoal(service, engine)];
    process.send?.({ events: options.events, goals });
    printGoals(goals);
  } finally {
    engine.close();
    await service.close();
  }
} finally {
  await dataSet.remove();
}
