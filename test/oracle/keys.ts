/** The keys of a table written out in the code, which has no others: `Object.keys` alone forgets their type. */
export function keysOf<Table extends object>(table: Table): readonly (keyof Table)[] {
  return Object.keys(table) as (keyof Table)[];
}
