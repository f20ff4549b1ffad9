export const MAX_PROPS = 30;
export const MAX_PROP_NAME_LENGTH = 64;
export const MAX_PROP_VALUE_LENGTH = 500;

export type Props = Readonly<Record<string, string | number | boolean>>;

/**
 * Leaves out what is over the limits: properties beyond the first 30, those with a long name or value, and those with a
 * name that is one too many for the website.
 *
 * @returns the rest as JSON, empty for none, and whether anything was left out
 */
export function limitProps(props: Props, isName: (name: string) => boolean): { json: string; isCut: boolean } {
  const all = Object.entries(props);
  const kept = all
    .slice(0, MAX_PROPS)
    .filter(
      ([name, value]) =>
        name.length <= MAX_PROP_NAME_LENGTH &&
        (typeof value !== 'string' || value.length <= MAX_PROP_VALUE_LENGTH) &&
        isName(name),
    );
  return {
    json: kept.length === 0 ? '' : JSON.stringify(Object.fromEntries(kept)),
    isCut: kept.length < all.length,
  };
}
