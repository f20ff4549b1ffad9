/** The facts of an unexpected error that a log line may contain. */
export interface ErrorDescription {
  readonly name: string;
  readonly code?: string;
  readonly stack: readonly string[];
  readonly cause?: ErrorDescription;
}

const FRAME = /^ {4}at .+:\d+:\d+\)?$/;
const CODE = /^\w{1,64}$/;
const DEEPEST_CAUSE = 5;

/**
 * Describes an error by its class, code and place, without its message: drivers put SQL, parameters, rows and host
 * names into messages, and JavaScript's own errors quote values.
 */
export function describeError(thrown: unknown, depth = 0): ErrorDescription {
  if (!(thrown instanceof Error)) return { name: typeof thrown, stack: [] };
  const code = 'code' in thrown ? String(thrown.code) : '';
  return {
    name: thrown.constructor.name,
    ...(CODE.test(code) && { code }),
    stack: stackFrames(thrown),
    ...(thrown.cause !== undefined && depth < DEEPEST_CAUSE && { cause: describeError(thrown.cause, depth + 1) }),
  };
}

/** TRICKY: the stack begins with the message, which may itself hold lines that look like frames. */
function stackFrames(error: Error): readonly string[] {
  const stack = error.stack ?? '';
  const start = stack.indexOf(error.message);
  const frames = start < 0 ? '' : stack.slice(start + error.message.length);
  return frames
    .split('\n')
    .filter((line) => FRAME.test(line))
    .map((line) => line.trim());
}
