import { channelsReport } from './channels.js';
import { dropsReport } from './drops.js';
import type { List } from './list.js';
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
  ...Object.values<List>(lists).map(listReport),
];
