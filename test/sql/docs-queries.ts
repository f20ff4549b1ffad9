import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DOCS = readFileSync(fileURLToPath(new URL('../../docs/bi.md', import.meta.url)), 'utf8');

/** The queries of the page for BI by their headings. */
export const QUERIES: ReadonlyMap<string, string> = new Map(
  [...DOCS.matchAll(/^### (.+)\n(?:(?!^#)[\s\S])*?```sql\n([\s\S]*?)```/gm)].map(([, title = '', sql = '']) => [
    title,
    sql,
  ]),
);
