/** With aligned columns. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => all.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
