import type { FC } from 'hono/jsx';
import { readList } from '../../lib/read-list.js';
import type { IconKind } from '../../stats/dimensions.js';
import { countryCodes } from '../../websites/settings.js';
import { assetUrl } from '../assets.js';
import { letterAvatar } from './letter-avatar.js';

export interface IconProps {
  readonly kind: IconKind;
  /** A brand's name, a kind of device such as `mobile`, or a country's code. */
  readonly name: string;
}

const list = readList('icons.tsv');
const devices = new Set(list.map(([id = '']) => /^device:(.+)/.exec(id)?.[1]));

/** By the names of sources, browsers and systems. */
export const brandIcons: ReadonlyMap<string, string> = new Map(
  list.flatMap(([icon = '', , , names = '']) =>
    names === '' ? [] : names.split(', ').map((name) => [name, icon] as const),
  ),
);

/**
 * A brand's icon, or a letter; a device; or a flag, and a globe for an unknown country. The icons are symbols of one file.
 * Each flag is a file: a page has a few of them.
 */
export const Icon: FC<IconProps> = ({ kind, name }) => {
  switch (kind) {
    case 'country':
      return countryCodes.has(name) ? renderFlag(name) : renderSymbol('globe', 'globe');
    case 'device':
      return renderSymbol(devices.has(name) ? name : 'other');
    case 'brand': {
      const icon = brandIcons.get(name);
      return icon === undefined ? renderLetter(name) : renderSymbol(icon);
    }
  }
};

const renderSymbol = (id: string, shape = '') => (
  <svg class={`row-icon ${shape}`.trimEnd()} aria-hidden="true">
    <use href={`${assetUrl('icons.svg')}#${id}`} />
  </svg>
);

/** With an id of its own, so that a row that gets another country does not show the flag of the one before meanwhile. */
const renderFlag = (country: string) => (
  <img data-id={country} class="row-icon flag" src={assetUrl(`flags/${country}.svg`)} alt="" loading="lazy" />
);

/** A separate image, because the text of an SVG element would be part of the row's text. */
const renderLetter = (name: string) => (
  <img class="row-icon" src={`data:image/svg+xml,${encodeURIComponent(letterAvatar(name))}`} alt="" />
);

/** Of a button: lines in a square of 16. */
export const LineIcon: FC<{ readonly path: string }> = ({ path }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
);
