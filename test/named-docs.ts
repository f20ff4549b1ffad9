import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of `docs/` that the source names. */
export function namedDocs(root: string): readonly string[] {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  );
  const names = sources.flatMap((path) =>
    [...readFileSync(join(root, 'src', path), 'utf8').matchAll(/docs\/[\w/-]+\.md/g)].map(([name]) => name),
  );
  return [...new Set(names)];
}
