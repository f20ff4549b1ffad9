import { t } from '../../lib/language/translate.js';
import { presentZoneName } from '../../time/index.js';

/** For a select element. */
export interface ZoneGroup {
  readonly region: string;
  readonly zones: readonly { readonly name: string; readonly label: string }[];
}

/**
 * IANA zones by current name and region, UTC first. Includes `chosen` even when it is an alias such as `US/Pacific`.
 */
export function zoneGroups(chosen: string): readonly ZoneGroup[] {
  const others = [chosen].filter((zone) => !KNOWN.has(zone)).map((name) => ({ name, label: name }));
  return [{ region: t('Any region'), zones: [UTC, ...others] }, ...REGIONS];
}

const UTC = { name: 'UTC', label: 'UTC' };

const NAMES = [...new Set(Intl.supportedValuesOf('timeZone').map(presentZoneName))]
  .filter((name) => name.includes('/'))
  .toSorted();

const KNOWN: ReadonlySet<string> = new Set(['UTC', ...NAMES]);

const REGIONS: readonly ZoneGroup[] = [...new Set(NAMES.map(zoneRegion))].map((region) => ({
  region,
  zones: NAMES.filter((name) => zoneRegion(name) === region).map((name) => ({ name, label: zoneLabel(name) })),
}));

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
