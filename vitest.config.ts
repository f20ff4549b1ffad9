import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    // The embedded engine allows one data folder a process, and aborts in worker threads.
    pool: 'forks',
    // Two more than a small machine has cores: tests wait for disks, browsers and other processes a third of their time.
    maxWorkers: 4,
    // Four at a time on a slow machine: what takes ten seconds alone took a minute.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    env: { UV_THREADPOOL_SIZE: '16' },
  },
});
