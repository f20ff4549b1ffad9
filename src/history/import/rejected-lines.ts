import { AppError } from '../../lib/errors.js';
import { bounded } from '../../lib/text.js';
import type { ImportResult } from '../import-repository.js';

/** Rejected lines that are reported individually, in total and per message; the others are counted. */
const MAX_ERRORS = 1_000;
const MAX_LINES_PER_MESSAGE = 10;
const MAX_MESSAGE_LENGTH = 500;

/** A body with this many rejected lines and no valid one is refused. */
const MAX_REJECTED_AT_FIRST = 10_000;
const MAX_BYTES_AT_FIRST = 8 * 1024 * 1024;

/** A body with this many, mostly rejected, lines is refused. */
const MAX_MOSTLY_REJECTED = 100_000;

const MAX_QUOTED_ERRORS = 5;

/** Counts the rejected lines of an import, and refuses a body that is not an import. */
export class RejectedLines {
  #count = 0;
  readonly #errors: ImportResult['errors'] = [];
  /** By the message's first error. */
  readonly #messages = new Map<
    string,
    { readonly first: ImportResult['errors'][number]; count: number; listed: number }
  >();

  get result(): Pick<ImportResult, 'rejected' | 'errors'> {
    for (const { first, count, listed } of this.#messages.values()) if (count > listed) first.count = count;
    return { rejected: this.#count, errors: this.#errors };
  }

  add(line: number, text: string): void {
    this.#count += 1;
    const message = bounded(text, MAX_MESSAGE_LENGTH);
    const known = this.#messages.get(message);
    const isListed = this.#errors.length < MAX_ERRORS && (known?.listed ?? 0) < MAX_LINES_PER_MESSAGE;
    const error = { line, message };
    if (isListed) this.#errors.push(error);
    if (known !== undefined) {
      known.count += 1;
      if (isListed) known.listed += 1;
    } else if (isListed) {
      this.#messages.set(message, { first: error, count: 1, listed: 1 });
    }
  }

  /**
   * @param imported valid lines so far
   * @param bytes of the body so far
   * @throws AppError `invalid`, which quotes the first errors
   */
  check(imported: number, bytes: number): void {
    if (imported === 0 && (this.#count > MAX_REJECTED_AT_FIRST || bytes > MAX_BYTES_AT_FIRST)) {
      throw this.#refusal('None of the first lines is valid');
    }
    if (this.#count > MAX_MOSTLY_REJECTED && this.#count > imported) {
      throw this.#refusal('More than half of the lines are not valid');
    }
  }

  #refusal(reason: string): AppError {
    const quoted = this.#errors.slice(0, MAX_QUOTED_ERRORS).map(({ line, message }) => `line ${line}: ${message}`);
    return new AppError('invalid', [`${reason}: nothing was imported`, ...quoted]);
  }
}
