import { AppError, type FieldProblem, type Problem } from '../lib/errors.js';

/** Returns a handler that throws an error of a command again, with options in place of fields. */
export const nameOptions =
  (toOption: (problem: FieldProblem) => Problem) =>
  (error: unknown): never => {
    if (!(error instanceof AppError)) throw error;
    const problems = error.problems.map((problem) => (typeof problem === 'string' ? problem : toOption(problem)));
    throw new AppError(error.kind, problems);
  };
