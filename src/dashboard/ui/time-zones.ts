import { t } from '../../lib/language/translate.js';
import { presentZoneName } from '../../time/index.js';

/** For a select element. */
export interface ZoneGroup {
  readonly region: string;
  readonly zones: readonly { readonly name: string; readonly label: string }[];
}

/**
 * IANA zones by current name and region, UTC first, with their offsets at `now`, in epoch milliseconds. Includes `chosen` even when
 * it is an alias such as `US/Pacific`.
 */
export function zoneGroups(chosen: string, now: number): readonly ZoneGroup[] {
  const others = [chosen].filter((zone) => !KNOWN.has(zone)).map((name) => ({ name, label: name }));
  return [{ region: t('Any region'), zones: [UTC, ...others] }, ...regionsAt(now)];
}

const UTC = { name: 'UTC', label: 'UTC' };

const NAMES = [...new Set(Intl.supportedValuesOf('timeZone').map(presentZoneName))]
  .filter((name) => name.includes('/'))
  .toSorted();

const KNOWN: ReadonlySet<string> = new Set(['UTC', ...NAMES]);

const REGIONS = [...new Set(NAMES.map(zoneRegion))];

let latest: { readonly day: number; readonly regions: readonly ZoneGroup[] } | undefined;

/** Once a day: formatting the offsets of all zones takes about 50 ms. */
function regionsAt(now: number): readonly ZoneGroup[] {
  const day = Math.floor(now / DAY_MS);
  if (latest?.day === day) return latest.regions;
  const zones = NAMES.map((name) => ({ name, label: `${zoneLabel(name)} (${writeOffset(name, now)})` }));
  const regions = REGIONS.map((region) => ({ region, zones: zones.filter(({ name }) => zoneRegion(name) === region) }));
  latest = { day, regions };
  return regions;
}

const DAY_MS = 86_400_000;

function zoneRegion(name: string): string {
  return name.slice(0, name.indexOf('/'));
}

/** `America/Argentina/La_Rioja` is `Argentina, La Rioja` under `America`. */
function zoneLabel(name: string): string {
  return name
    .slice(name.indexOf('/') + 1)
    .replaceAll('/', ', ')
    .replaceAll('_', ' ');
}

/** As in `UTC+5:30`. */
function writeOffset(zone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(now);
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? '').replace('GMT', 'UTC');
}
