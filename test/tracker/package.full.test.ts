import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test as inNode } from 'vitest';
import { test, withScript } from './browser-test.js';
import { describeInBrowser } from './chromium.js';

const ROOT = join(import.meta.dirname, '../..');
const INSTALLED = 'node_modules/@footfall/tracker';

let folder: string;
/** Imports the installed package in a page. */
let importing: string;

const run = (command: string, args: readonly string[], cwd = folder) => promisify(execFile)(command, args, { cwd });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-tracker-'));
  await run('npm', ['pack', '--pack-destination', folder], join(ROOT, 'packages/tracker'));
  const [packed] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed}`]);
  const code = await readFile(join(folder, INSTALLED, 'dist/index.js'), 'base64');
  importing = `const { init, track, pageview } = await import('data:text/javascript;base64,${code}');`;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const withPackage = (code: string): string => `<!doctype html><script type="module">${importing}${code}</script>`;

inNode('the package has its types, and does nothing on a server', async () => {
  expect((await readdir(join(folder, INSTALLED))).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'dist',
    'index.d.ts',
    'package.json',
  ]);
  const use = `import { init, pageview, track } from '@footfall/tracker';
init({ key: 'site_1', host: 'https://stats.example.com', exclude: ['/admin/*'], props: { plan: 'pro', seats: 3 } });
init({ key: 'site_1', host: 'https://stats.example.com', fileDownloads: true, formSubmissions: false });
track('signup', { plan: 'pro', seats: 3 });
pageview();
`;
  await writeFile(join(folder, 'use.ts'), use);
  const options = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--types', '', 'use.ts'];
  await run(join(ROOT, 'node_modules/.bin/tsc'), options).catch(({ stdout }) => expect(stdout).toBe(''));
  expect(await run('node', ['use.js'])).toMatchObject({ stdout: '', stderr: '' });
  const wrong = [
    use.replace("key: 'site_1', ", ''),
    use.replace("props: { plan: 'pro', seats: 3 }", "props: 'pro'"),
    use.replace('fileDownloads: true', "fileDownloads: 'yes'"),
  ];
  for (const code of wrong) {
    await writeFile(join(folder, 'wrong.ts'), code);
    await expect(run(join(ROOT, 'node_modules/.bin/tsc'), [...options.slice(0, -1), 'wrong.ts'])).rejects.toThrow();
  }
});

describeInBrowser('the package', () => {
  test('counts pages, routes, events and views as the script does', async ({ site, visit }) => {
    const collector = site.at('stats.test');
    const code = `track('early', { plan: 'pro' });
      init({ key: 'key-1', host: '${collector}', exclude: ['/admin/*', '/x'] });
      init({ key: 'key-2', host: '${collector}' });
      Object.assign(window, { track, pageview });`;
    await visit.open('/', withPackage(code));
    expect(await site.events(2)).toMatchObject([
      { key: 'key-1', type: 'pageview', url: visit.at('/') },
      { key: 'key-1', type: 'custom', name: 'early', props: { plan: 'pro' } },
    ]);
    await visit.push('/admin/users');
    await visit.push('/x');
    await visit.push('/a');
    await site.events(3);
    await visit.page.evaluate("track('signup', { seats: 3 })");
    await site.events(4);
    await visit.page.evaluate('pageview()');
    expect((await site.events(5)).slice(2)).toMatchObject([
      { type: 'pageview', url: visit.at('/a') },
      { type: 'custom', name: 'signup', props: { seats: 3 } },
      { type: 'pageview', url: visit.at('/a') },
    ]);
    expect(site.requests[0]?.headers.host).toBe(new URL(collector).host);
    expect(visit.complaints).toEqual([]);
  });

  test('has the properties, downloads and submissions of the script with options', async ({ site, visit }) => {
    const init = (options: string) => `init({ key: 'key-1', host: '${site.at('stats.test')}'${options} });`;
    const content = `<a href="/files/report.pdf?v=2" onclick="return false">file</a>
      <form onsubmit="return false"><input name="x"><button>send</button></form>
      <button id="buy" type="button" data-event="buy" data-event-seats="3">buy</button>`;
    const code = `const props = { plan: 'pro', Seats: 3, isNew: true, none: null };
      ${init(', props, fileDownloads: true, formSubmissions: true')}
      init({ key: 'key-2', host: 'stats.test', props: { plan: 'other' } });
      window.change = () => { props.plan = 'free'; };`;
    await visit.open('/', content + withPackage(code));
    expect(await site.events(1)).toMatchObject([{ type: 'pageview', props: { plan: 'pro', Seats: 3, isNew: true } }]);
    await visit.page.click('a');
    await visit.page.click('form button');
    await visit.page.click('#buy');
    await visit.page.evaluate('change()');
    await visit.push('/next');
    const events = (await site.events(5)).slice(1);
    expect(events.map(({ name, props }) => [name, props])).toEqual([
      ['File Download', { url: visit.at('/files/report.pdf') }],
      ['Form: Submission', { path: '/' }],
      ['buy', { seats: '3' }],
      [undefined, { plan: 'free', Seats: 3, isNew: true }],
    ]);
    await visit.open('/off', content + withPackage(init(', fileDownloads: false')));
    await visit.page.click('a');
    await visit.page.click('form button');
    await visit.page.click('#buy');
    const others = (await site.events(7)).slice(5);
    expect(others.map(({ type, name, props }) => [type, name, props])).toEqual([
      ['pageview', undefined, {}],
      ['custom', 'buy', { seats: '3' }],
    ]);
    expect(visit.complaints).toEqual([]);
  });

  test('counts once beside the script, and never throws', async ({ site, visit }) => {
    const code = `window.done = false;
      pageview();
      init({});
      init();
      init({ key: 'key-2', host: 'http://[' });
      init({ key: 'key-2', host: '${site.at('stats.test')}', hash: false, allowLocalhost: true });
      track('x');
      window.done = true;`;
    await visit.open('/', `${withScript()}${withPackage(code)}`);
    await visit.page.waitForFunction('window.done');
    expect(await site.each('key', 2)).toEqual(['key-1', 'key-1']);
    await visit.open('/alone', withPackage(code));
    await visit.page.waitForFunction('window.done');
    expect((await site.events(4)).slice(2)).toMatchObject([
      { key: 'key-2', type: 'pageview', localhost: true },
      { key: 'key-2', type: 'custom', name: 'x' },
    ]);
    expect(visit.complaints).toEqual([]);
  });
});
