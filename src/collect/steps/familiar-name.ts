/** Returns the common name for the parser's `name`; the keys of `names` are in lower case. */
export function familiarName(names: Readonly<Record<string, string>>, name: string): string {
  const key = name.toLowerCase();
  return (Object.hasOwn(names, key) ? names[key] : undefined) ?? name;
}
