import { measureBi } from './bi.js';
import { openMainDataSet, readOptions } from './options.js';
import { printGoals } from './questions/table.js';

const options = readOptions();
const dataSet = await openMainDataSet(options);
try {
  const results = await measureBi(dataSet.folder);
  console.table({
    'collecting alone': results.alone,
    'beside BI': results.besideBi,
    'beside dashboards': results.besideDashboards,
  });
  printGoals(results.goals);
  process.send?.({ events: options.events, ...results });
} finally {
  await dataSet.remove();
}
