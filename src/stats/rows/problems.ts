import { AppError, invalid, type Problem } from '../../lib/errors.js';
import { suggestNames } from '../../lib/mistyped.js';

/** Collects what is wrong with a query, so that one answer names everything. */
export class Problems {
  readonly found: Exclude<Problem, string>[] = [];

  /** Fields are joined by dots, as in `filters.and.0.operator`. */
  add(field: string, code: string, message: string, suggestions: readonly string[] = []): void {
    const hint = suggestions.length === 0 ? '' : `, use ${suggestions.join(' or ')}`;
    this.found.push({ field, code, message: message + hint, ...(suggestions.length > 0 && { suggestions }) });
  }

  /** Adds an unknown name, with known ones that resemble it. */
  addUnknown(field: string, kind: string, given: string, known: readonly string[]): void {
    const quoted = given.length > MAX_QUOTED ? `${given.slice(0, MAX_QUOTED).toWellFormed()}…` : given;
    this.add(field, `unknown_${kind}`, `unknown ${kind} ${quoted}`, suggestNames(given, known));
  }

  addAll(problems: readonly Problem[]): void {
    this.found.push(
      ...problems.map((problem) => (typeof problem === 'string' ? { field: '', message: problem } : problem)),
    );
  }

  /** The result, or undefined when it throws an AppError, whose problems are added. */
  collect<Result>(run: () => Result): Result | undefined {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.addAll(error.problems);
      return undefined;
    }
  }

  /** @throws AppError `invalid` if there is any problem. */
  throwIfAny(): void {
    if (this.found.length > 0) throw invalid(...this.found);
  }
}

const MAX_QUOTED = 60;

/** The field of an object's or a list's part. */
export const within = (field: string, part: string | number): string => (field === '' ? `${part}` : `${field}.${part}`);
