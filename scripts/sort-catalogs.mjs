import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

// Sorts the texts of each catalog, so that a new one can be added anywhere.
const folder = new URL('../src/lib/language/catalogs/', import.meta.url);
for (const name of readdirSync(folder)) {
  const catalog = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
  const sorted = Object.fromEntries(
    Object.keys(catalog)
      .map((text) => [text, catalog[text]])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  writeFileSync(new URL(name, folder), `${JSON.stringify(sorted, null, 2)}\n`);
}
