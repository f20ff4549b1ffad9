import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Job, JobRunner, type JobStep } from '../../src/jobs/job-runner.js';

const logged: string[] = [];
const warn = (what: string) => (error: unknown) => void logged.push(`${what}: ${(error as Error).message}`);

const job = (name: string, steps: readonly JobStep[], options: Partial<Job> = {}): Job => ({
  name,
  everyMs: 1,
  steps,
  ...options,
});

test('a step that fails is logged, and the next one runs', async () => {
  const done: string[] = [];
  const fail = async () => {
    throw new Error('no answer');
  };
  const steps = [
    { failed: 'figures could not be written', run: fail },
    { failed: 'emails could not be sent', run: async () => done.push('sent') },
  ];
  await new JobRunner([job('letters', steps)], warn).run('letters');
  expect([logged.splice(0), done]).toEqual([['figures could not be written: no answer'], ['sent']]);
});

test('a step can log failures and go on', async () => {
  const run = async (_: AbortSignal, report: (error: unknown) => void) => {
    for (const website of ['one', 'two']) report(new Error(website));
  };
  await new JobRunner([job('counts', [{ failed: 'not counted', run }])], warn).run('counts');
  expect(logged.splice(0)).toEqual(['not counted: one', 'not counted: two']);
});

test('runs of one job never overlap, and those of different jobs may', async () => {
  let running = 0;
  let most = 0;
  const run = async () => {
    running += 1;
    most = Math.max(most, running);
    await wait(5);
    running -= 1;
  };
  const one = new JobRunner([job('one', [{ failed: '', run }])], warn);
  await Promise.all([one.run('one'), one.run('one'), one.run('one')]);
  expect(most).toBe(1);
  const two = new JobRunner(
    ['one', 'two'].map((name) => job(name, [{ failed: '', run }])),
    warn,
  );
  await two.run('one', 'two');
  expect(most).toBe(2);
});

test('a job pauses longer than it has held up others, and not longer for what has held up none', async () => {
  const runs = { polite: 0, slow: 0 };
  const steps = (name: keyof typeof runs, heldUpMs: number): readonly JobStep[] => [
    {
      failed: '',
      run: async (_stopping, _report, heldUp) => {
        runs[name] += 1;
        await wait(5);
        heldUp(heldUpMs);
      },
    },
  ];
  const jobs = [job('polite', steps('polite', 5), { atStart: true }), job('slow', steps('slow', 0), { atStart: true })];
  const runner = new JobRunner(jobs, warn);
  runner.start();
  while (runs.polite < 2) await wait(1);
  await runner.close();
  expect(runs.slow).toBeGreaterThan(4);
});

test('a job is repeated until the runner is closed, which waits for the run that is under way', async () => {
  let runs = 0;
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    await wait(2);
    runs += 1;
    isRunning = false;
  };
  const runner = new JobRunner([job('often', [{ failed: '', run }], { atStart: true })], warn);
  runner.start();
  await expect.poll(() => runs).toBeGreaterThan(2);
  await runner.close();
  expect(isRunning).toBe(false);
  const before = runs;
  await wait(20);
  expect(runs).toBe(before);
});

test('many jobs wait at once without a warning of Node', async () => {
  const warnings: string[] = [];
  const listen = ({ name }: Error) => void warnings.push(name);
  process.on('warning', listen);
  onTestFinished(() => void process.off('warning', listen));
  const jobs = Array.from({ length: 30 }, (_, number) => job(`job ${number}`, [], { everyMs: 1_000 }));
  const runner = new JobRunner(jobs, warn);
  runner.start();
  await wait(5);
  await runner.close();
  expect(warnings).toEqual([]);
});

test('a stop leaves out the steps to come, and does not wait for a job that may be left', async () => {
  const done: string[] = [];
  const hangs = (stopping: AbortSignal) =>
    new Promise((resolve) => stopping.addEventListener('abort', () => setTimeout(resolve, 10_000).unref()));
  const steps = [
    { failed: '', run: hangs },
    { failed: '', run: async () => done.push('never') },
  ];
  const runner = new JobRunner([job('slow', steps, { maxCloseMs: 5 })], warn);
  void runner.run('slow');
  await wait(1);
  await runner.close();
  expect(done).toEqual([]);
});

test('a job without a name in the list is an error of the program', async () => {
  await expect(new JobRunner([], warn).run('unknown')).rejects.toThrow('there is no job unknown');
});
