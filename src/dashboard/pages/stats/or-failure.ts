import { unavailableError } from '../../../http/server/unavailable.js';

/** In the place of figures that could not be read. */
export interface Failure {
  readonly failure: string;
}

/** Turns the errors of an unavailable or overloaded database into a reason, so that the rest of a page can be shown. */
export async function orFailure<Value>(value: Promise<Value>): Promise<Value | Failure> {
  try {
    return await value;
  } catch (error) {
    const unavailable = unavailableError(error);
    if (unavailable === undefined) throw error;
    return { failure: unavailable.message };
  }
}
