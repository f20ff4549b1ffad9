import { biService } from './bi-service.js';
import { describeEscapes } from './escapes.js';

/** `npm run test:long -- --statements 1000` sets more. */
const RUNS = Number(process.env.BI_RUNS ?? 300);

describeEscapes('on the embedded engine, at length', biService, { runs: RUNS, hasBattery: false });
