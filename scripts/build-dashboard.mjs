// Builds the assets of the dashboard's pages: node scripts/build-dashboard.mjs [directory]
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const outdir = process.argv[2] ?? fileURLToPath(new URL('../dist/dashboard/assets/', import.meta.url));

const CATALOGS = `${root}src/lib/language/catalogs/`;

await mkdir(outdir, { recursive: true });

/** The table of themes is TypeScript, since the tests read it too. The stylesheet imports the CSS generated from it. */
const themes = {
  name: 'themes',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^themes:css$/ }, ({ path }) => ({ path, namespace: 'themes' }));
    onLoad({ filter: /./, namespace: 'themes' }, async () => {
      const source = await readFile(`${root}src/dashboard/ui/charts/themes.ts`, 'utf8');
      const { code } = await transform(source, { loader: 'ts' });
      const { themesCss } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
      return { contents: themesCss(), loader: 'css' };
    });
  },
};

/** For each language but English, the texts that the browser's scripts have. */
async function writeTexts() {
  const scripts = await readScripts(`${root}src/dashboard/browser`);
  for (const file of await readdir(CATALOGS)) {
    const catalog = JSON.parse(await readFile(`${CATALOGS}${file}`, 'utf8'));
    const own = Object.entries(catalog).filter(([text]) => scripts.includes(`t('${text}'`));
    const name = `texts-${file.replace('.json', '.js')}`;
    await writeFile(`${outdir}/${name}`, `footfallTexts=${JSON.stringify(Object.fromEntries(own))};`);
  }
}

/** The sources of a folder as one text. */
async function readScripts(folder) {
  const names = await readdir(folder, { recursive: true });
  const sources = names.filter((name) => name.endsWith('.ts')).map((name) => readFile(`${folder}/${name}`, 'utf8'));
  return (await Promise.all(sources)).join('\n');
}

const common = { absWorkingDir: root, outdir, bundle: true, minify: true, logLevel: 'warning' };

await Promise.all([
  writeTexts(),
  build({
    ...common,
    entryPoints: ['base', 'websites', 'figures', 'chart-image', 'realtime', 'embedded', 'sql'].map(
      (name) => `src/dashboard/browser/${name}.ts`,
    ),
    tsconfig: 'src/dashboard/browser/tsconfig.json',
    format: 'iife',
    target: 'es2022',
  }),
  build({
    ...common,
    entryPoints: ['dashboard', 'behavior', 'realtime', 'sql'].map((name) => `src/dashboard/style/${name}.css`),
    plugins: [themes],
  }),
  copyFile(`${root}src/dashboard/style/icon.svg`, `${outdir}/icon.svg`),
  // Of the editor in sql.js; its packages have the same author and license.
  copyFile(`${root}node_modules/@codemirror/view/LICENSE`, `${outdir}/../editor-license.txt`),
]);
