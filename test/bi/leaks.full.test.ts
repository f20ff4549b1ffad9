import { describeLeaks } from './leaks.js';

/** Statements of random shapes, beside one of each function: `npm run test:long -- --statements 1000` sets more. */
const RUNS = Number(process.env.BI_RUNS ?? 300);

describeLeaks({
  title: 'generated statements of every function',
  chooseNames: (all, choose) => [...all, ...Array.from({ length: RUNS }, () => choose(all))],
});
