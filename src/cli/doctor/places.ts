import { millisecondsInDay } from 'date-fns/constants';
import { failureLine } from '../../app/failure-line.js';
import { placesBuiltAt } from '../../collect/steps/place.js';
import { type Check, ok, problem, warning } from './check.js';

const OLD_DAYS = 365;

/** Whether there is a geographic database, and its age. */
export function lookAtPlaces(file: string | undefined, now: number): Check {
  const which = file === undefined ? 'the bundled database' : 'GEOIP_DB';
  try {
    const builtAt = placesBuiltAt(file);
    const message = `${which} is from ${builtAt.toISOString().slice(0, 10)}`;
    return now - builtAt.getTime() < OLD_DAYS * millisecondsInDay
      ? ok('geolocation', message)
      : warning('geolocation', `${message}: a newer one is more accurate`);
  } catch (error) {
    if (file !== undefined) return problem('geolocation', failureLine(error));
    return warning('geolocation', 'the bundled database cannot be read: countries and cities will be unknown');
  }
}
