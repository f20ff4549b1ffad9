import { AppError, invalid, type Problem, problemText } from '../../lib/errors.js';
import { suggestNames } from '../../lib/mistyped.js';
import { abridged } from '../../lib/text.js';

/** An answer names the first problems: no more are kept. */
const MAX_PROBLEMS = 25;
const MAX_QUOTED = 60;

/** Collects what is wrong with a query, so that one answer names everything. */
export class Problems {
  readonly found: Exclude<Problem, string>[] = [];

  /** Fields are joined by dots, as in `filters.and.0.operator`. */
  add(field: string, code: string, message: string, suggestions: readonly string[] = []): void {
    const hint = suggestions.length === 0 ? '' : `, use ${suggestions.join(' or ')}`;
    this.addAll([{ field, code, message: message + hint, ...(suggestions.length > 0 && { suggestions }) }]);
  }

  /** Adds an unknown name, with known ones that resemble it. */
  addUnknown(field: string, kind: string, name: string, known: readonly string[]): void {
    const suggestions = suggestNames(name, known);
    const where = suggestions.length > 0 ? '' : ': GET /api/v1/query/schema lists what there is';
    this.add(field, `unknown_${kind}`, `unknown ${kind} ${abridged(name, MAX_QUOTED)}${where}`, suggestions);
  }

  addAll(problems: readonly Problem[]): void {
    for (const problem of problems.slice(0, MAX_PROBLEMS - this.found.length)) {
      this.found.push(typeof problem === 'string' ? { field: '', message: problem } : problem);
    }
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

  /** As in `meta.errors`. */
  get texts(): readonly string[] {
    return this.found.map(problemText);
  }

  /** @throws AppError `invalid` if there is any problem. */
  throwIfAny(): void {
    if (this.found.length > 0) throw invalid(...this.found);
  }
}

/** The field of an object's or a list's part. */
export const within = (field: string, part: string | number): string => {
  const name = abridged(String(part), MAX_QUOTED);
  return field === '' ? name : `${field}.${name}`;
};
