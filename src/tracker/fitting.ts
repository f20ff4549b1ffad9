import { LONGEST_NAME, LONGEST_PROP } from './limits.js';

type Props = Readonly<Record<string, unknown>>;

/** The properties that say something, as text unless they are numbers or truth values. A text or a list has none. */
export function fitting(props: Props | undefined): Props {
  const fit: Record<string, unknown> = {};
  if (props?.slice) return fit;
  for (const name in props) {
    const value = props[name];
    if (value != null) {
      fit[name.slice(0, LONGEST_NAME)] =
        value === !!value || Number.isFinite(value) ? value : `${value}`.slice(0, LONGEST_PROP);
    }
  }
  return fit;
}
