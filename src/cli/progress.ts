import { progress } from '@clack/prompts';

/** On standard error. */
export interface Progress {
  advance(by: number): void;
  say(message: string): void;
  done(message: string): void;
  failed(): void;
}

const INTERRUPTED = 130;
const PLAIN_STEPS = 4;

/** A bar on a terminal that has a width, else a line for each quarter. `total` is in the unit of `advance`. */
export const showProgress = (title: string, total: number): Progress =>
  process.stderr.columns ? bar(title, total) : plainLines(title, total);

function bar(title: string, total: number): Progress {
  const control = progress({ max: total, output: process.stderr });
  // TRICKY: the bar takes over the keyboard, and exits with success on Ctrl-C.
  const interrupted = () => {
    process.exitCode = INTERRUPTED;
  };
  process.once('exit', interrupted);
  const over = (show: () => void) => {
    process.removeListener('exit', interrupted);
    show();
  };
  control.start(title);
  return {
    advance: (by) => control.advance(by),
    say: (message) => control.message(message),
    done: (message) => over(() => control.stop(message)),
    failed: () => over(() => control.error(title)),
  };
}

function plainLines(title: string, total: number): Progress {
  const say = (message: string) => void process.stderr.write(`${message}\n`);
  let done = 0;
  let step = 0;
  say(title);
  return {
    advance: (by) => {
      done += by;
      const reached = Math.floor((PLAIN_STEPS * done) / Math.max(1, total));
      if (reached > step) say(`${title}: ${(100 * reached) / PLAIN_STEPS} %`);
      step = Math.max(step, reached);
    },
    say,
    done: say,
    failed: () => {},
  };
}
