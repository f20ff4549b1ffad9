import type { FC } from 'hono/jsx';
import { countryCodes } from '../websites/settings.js';
import { assetUrl } from './assets.js';
import { brandIcons, deviceIcons } from './icon-names.js';
import { letterAvatar } from './websites/letter-avatar.js';

export interface IconProps {
  /** A brand is a source, a browser or a system. */
  readonly kind: 'brand' | 'device' | 'country';
  /** A brand's name, a kind of device such as `mobile`, or a country's code. */
  readonly name: string;
}

const iconByBrand = new Map(
  Object.entries(brandIcons).flatMap(([icon, { names }]) => names.map((name) => [name, icon] as const)),
);

/**
 * Renders a small image beside a name: a brand's icon, or a letter; a device; or a flag, which is a globe for an unknown
 * country. The icons are symbols of two files, and browsers load only the one that a page uses.
 */
export const Icon: FC<IconProps> = ({ kind, name }) => {
  if (kind === 'country') return <SpriteIcon file="flags.svg" id={countryCodes.has(name) ? name : 'ZZ'} />;
  const icon = kind === 'brand' ? iconByBrand.get(name) : deviceIcon(name);
  return icon === undefined ? <Letter name={name} /> : <SpriteIcon file="icons.svg" id={icon} />;
};

const deviceIcon = (device: string): string => (Object.hasOwn(deviceIcons, device) ? device : 'other');

const SpriteIcon: FC<{ readonly file: 'icons.svg' | 'flags.svg'; readonly id: string }> = ({ file, id }) => (
  <svg class={file === 'flags.svg' ? 'row-icon flag' : 'row-icon'} aria-hidden="true">
    <use href={`${assetUrl(file)}#${id}`} />
  </svg>
);

/** An image, unlike an SVG element, adds no letter to the row's text. */
const Letter: FC<{ readonly name: string }> = ({ name }) => (
  <img class="row-icon" src={`data:image/svg+xml,${encodeURIComponent(letterAvatar(name))}`} alt="" />
);
