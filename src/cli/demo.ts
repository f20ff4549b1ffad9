import { command } from './command.js';

export const demo = command({
  name: 'demo',
  description: 'Run the service with sample websites, 90 days of traffic and live visitors, stored in DATA_DIR/demo',
  args: {},
  run: async () => {
    // Loaded lazily, so that help is shown at once.
    const { runDemo } = await import('./demo/run.js');
    await runDemo();
  },
});
