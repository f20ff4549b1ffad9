import { command } from './command.js';

/** Exported by `demo/run.ts`. */
interface Demo {
  readonly runDemo: () => Promise<void>;
}

export const demo = command({
  name: 'demo',
  description: 'Run the service with sample websites, 90 days of traffic and live visitors, stored in DATA_DIR/demo',
  args: {},
  run: async () => {
    // Built separately into `dist`; loaded lazily, so that help is shown at once.
    const { runDemo } = (await import(new URL('../demo/run.js', import.meta.url).href)) as Demo;
    await runDemo();
  },
});
