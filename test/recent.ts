/** How many lines a failed test shows. */
const SHOWN = 30;
const LONGEST = 1_000;

let lines: string[] = [];

/** Keeps a line of what happens around the running test, such as a request or a line of a log. */
export function note(line: string): void {
  lines.push(line.trimEnd().slice(0, LONGEST));
  if (lines.length > SHOWN) lines.shift();
}

/** Forgets what was noted, as a test begins. */
export function forget(): void {
  lines = [];
}

/** Adds what was noted to the message of a failure, which is where a person looks. */
export function explain(errors: readonly { message: string }[] = []): void {
  if (lines.length === 0) return;
  for (const error of errors) error.message += `\n\nWhat happened last, requests and logs:\n  ${lines.join('\n  ')}\n`;
}
