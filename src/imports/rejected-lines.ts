import { bounded } from '../ingest/bounded.js';
import { AppError } from '../lib/errors.js';
import type { ImportResult } from './import-repository.js';

/** Number of rejected lines that are reported individually; the others are counted. */
const MAX_ERRORS = 1_000;
const MAX_MESSAGE_LENGTH = 500;

/** Limits after which a body without any valid line is refused. */
const MAX_REJECTED_AT_FIRST = 10_000;
const MAX_BYTES_AT_FIRST = 8 * 1024 * 1024;

/** Number of rejected lines after which a body with mostly invalid lines is refused. */
const MAX_MOSTLY_REJECTED = 100_000;

const MAX_QUOTED_ERRORS = 5;

/** Counts the rejected lines of an import, and refuses a body that is not an import. */
export class RejectedLines {
  #count = 0;
  readonly #errors: ImportResult['errors'] = [];

  get result(): Pick<ImportResult, 'rejected' | 'errors'> {
    return { rejected: this.#count, errors: this.#errors };
  }

  add(line: number, message: string): void {
    this.#count += 1;
    if (this.#errors.length < MAX_ERRORS) this.#errors.push({ line, message: bounded(message, MAX_MESSAGE_LENGTH) });
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
