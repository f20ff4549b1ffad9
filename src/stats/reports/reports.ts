import { channelsReport } from './channels.js';
import { dropsReport } from './drops.js';
import { listReport } from './list-report.js';
import { lists } from './lists.js';
import { mainReport } from './main.js';
import type { Report } from './report.js';
import { visitorsChartReport } from './visitors-chart.js';

export const reports: readonly Report[] = [
  mainReport,
  visitorsChartReport,
  channelsReport,
  dropsReport,
  ...Object.values(lists).flatMap((list) => (list.endpoint === undefined ? [] : [listReport(list, list.endpoint)])),
];
