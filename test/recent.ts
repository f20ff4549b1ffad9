/** How many lines a failure shows of the test, and how many of what happened outside of tests: imports, `beforeAll`, `afterAll`. */
const SHOWN = { test: 30, hooks: 10 };
const LONGEST = 1_000;

const lines: Record<keyof typeof SHOWN, string[]> = { test: [], hooks: [] };
let running: keyof typeof SHOWN = 'hooks';

/** Keeps a line of what happens around the running test, such as a request or a line of a log. */
export function note(line: string): void {
  lines[running].push(line.trimEnd().slice(0, LONGEST));
  if (lines[running].length > SHOWN[running]) lines[running].shift();
}

/** Forgets the file before. */
export function beginFile(): void {
  [lines.hooks, lines.test] = [[], []];
  endTest();
}

/** Forgets the test before. */
export function beginTest(): void {
  lines.test = [];
  running = 'test';
}

export function endTest(): void {
  running = 'hooks';
}

/** Adds what was noted to the message of a failure, which is where a person looks. */
export function explain(errors: readonly { message: string }[] = []): void {
  const all = [...lines.hooks, ...lines.test];
  if (all.length === 0) return;
  for (const error of errors) error.message += `\n\nWhat happened last, requests and logs:\n  ${all.join('\n  ')}\n`;
}
