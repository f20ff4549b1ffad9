import { describeHistories, WEEKS } from './histories.js';

/** How many histories of each week. */
const HISTORIES = Number(process.env.HISTORIES ?? 1);

describeHistories(
  WEEKS.flatMap(([zone, from], index) =>
    Array.from({ length: HISTORIES }, (_, history) => [zone, from, index + 100 * history] as const),
  ),
);
