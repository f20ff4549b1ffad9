/** The closed list of error kinds. It is independent of HTTP: `http/api/error-map.ts` maps each kind to a status. */
export type AppErrorKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'unsupported_type'
  | 'too_many_requests'
  | 'unavailable';

/** `field` is spelled as in the input: `timezone`, `allowedDomains.3`; empty for the whole input. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
  /** For programs: what kind of problem it is, such as `unknown_metric`. */
  readonly code?: string;
  /** Values that would be valid, the nearest first. */
  readonly suggestions?: readonly string[];
}

/** About one field, or a sentence about the whole input. */
export type Problem = string | FieldProblem;

/** As in `timezone: is required`. */
export const problemText = (problem: Problem): string => {
  if (typeof problem === 'string') return problem;
  return problem.field === '' ? problem.message : `${problem.field}: ${problem.message}`;
};

/** An expected error. Its problems are written for the caller and contain no secret, address, path or SQL. */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly kind: AppErrorKind,
    readonly problems: readonly Problem[],
    /** Seconds after which a retry may succeed, if known. */
    readonly retryAfterSeconds?: number,
    /** For the log only. */
    cause?: unknown,
  ) {
    super(problems.map(problemText).join('; '), { cause });
  }

  /** Problems of fields begin with the field. */
  get messages(): readonly string[] {
    return this.problems.map(problemText);
  }
}

export const invalid = (...problems: readonly Problem[]): AppError => new AppError('invalid', problems);

export const invalidField = (field: string, message: string): AppError => invalid({ field, message });

/** For tables of a version before the first release. The database's name must come from this program. */
export const earlierLayout = (database: string): Error =>
  new Error(
    `${database} holds the tables of an unreleased version of Footfall, which this one cannot read: ` +
      'start with an empty database and DATA_DIR, or go on with that version',
  );

export const websiteNotFound = (): AppError => new AppError('not_found', ['Website not found']);

export const accessDenied = (): AppError => new AppError('forbidden', ['Access denied to this website']);
