import { describeLeaks } from './leaks.js';

/** Statements of random functions, beside one of each: `npm run test:long -- --statements 1000` sets more. */
const RUNS = Number(process.env.BI_RUNS ?? 300);

// Two files, so that two processes share what takes longest.
describeLeaks({
  title: 'generated statements of the first half of the functions, and of some',
  chooseNames: (all, choose) => [
    ...all.slice(0, Math.ceil(all.length / 2)),
    ...Array.from({ length: RUNS }, () => choose(all)),
  ],
});
