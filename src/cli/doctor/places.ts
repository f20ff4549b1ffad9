import { millisecondsInDay } from 'date-fns/constants';
import { placesBuiltAt } from '../../ingest/place.js';
import { failureLine } from '../failure.js';
import { type Check, ok, problem, warning } from './check.js';

const OLD_DAYS = 365;

/** Checks whether there is a geographic database, and how old it is. */
export async function lookAtPlaces(file: string | undefined, now: number): Promise<Check> {
  const which = file === undefined ? 'the bundled database' : 'GEOIP_DB';
  try {
    const builtAt = await placesBuiltAt(file);
    const message = `${which} is of ${builtAt.toISOString().slice(0, 10)}`;
    return now - builtAt.getTime() < OLD_DAYS * millisecondsInDay
      ? ok('places', message)
      : warning('places', `${message}: addresses move, a newer one knows them better`);
  } catch (error) {
    if (file !== undefined) return problem('places', failureLine(error));
    return warning('places', 'the bundled database cannot be read: countries and cities stay unknown');
  }
}
