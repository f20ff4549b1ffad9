import { MAX_PROP_LENGTH, MAX_PROPS } from './limits.js';

export type Props = Readonly<Record<string, unknown>>;

/**
 * Keeps the first properties with a value. Values other than numbers and booleans become strings. Strings and arrays
 * have no properties.
 */
export function clampProps(props: Props | undefined): Props {
  const fit: Record<string, unknown> = {};
  let left = MAX_PROPS;
  for (const name in props?.concat ? undefined : props) {
    const value = props![name];
    if (value != null && left) {
      left--;
      fit[name] = value === !!value || Number.isFinite(value) ? value : `${value}`.slice(0, MAX_PROP_LENGTH);
    }
  }
  return fit;
}
