import { runFootfall } from './program.js';

await runFootfall(process.argv.slice(2));
