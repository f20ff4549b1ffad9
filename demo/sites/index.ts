import type { Site } from '../site.js';
import { kilnAndClay } from './kiln-and-clay.js';
import { otterbill } from './otterbill.js';
import { sundayBaker } from './sunday-baker.js';

/** The sample websites. The `curl` lines of the demo query the first. */
export const sites: readonly [Site, ...Site[]] = [otterbill, sundayBaker, kilnAndClay];
