import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    // The embedded engine allows one data folder a process, and aborts in worker threads.
    pool: 'forks',
    // Two more than a small machine has cores: tests wait for disks, browsers and other processes a third of their time.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { UV_THREADPOOL_SIZE: '16' },
  },
});
