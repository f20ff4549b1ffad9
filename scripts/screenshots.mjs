// Takes screenshots of the dashboard in every theme, with the demo's traffic: npm run screenshots [-- directory]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { themes } from '../dist/dashboard/ui/charts/themes.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const DIRECTORY = process.argv[2] ?? join(ROOT, 'docs/screenshots');
const DAYS = 45;
const SIZES = [
  { width: 1440, height: 1100 },
  { width: 375, height: 1000 },
];

const data = await mkdtemp(join(tmpdir(), 'footfall-screenshots-'));
const demo = spawn(process.execPath, [join(ROOT, 'bin/footfall.cjs'), 'demo'], {
  env: { ...process.env, DATA_DIR: data, PORT: '0', TZ: 'UTC', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const { url, email, password, key, id } = await invitation();
  const api = async (method, path, body) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()).data;
  };
  await mkdir(DIRECTORY, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const login = await browser.newContext();
  const page = await login.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${url}/websites`);
  const storageState = await login.storageState();
  const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  for (const theme of Object.keys(themes)) {
    await api('PATCH', `/websites/${id}`, { chartTheme: theme });
    for (const colorScheme of ['light', 'dark']) {
      for (const viewport of SIZES) {
        const context = await browser.newContext({ storageState, colorScheme, viewport });
        const window = await context.newPage();
        await window.goto(`${url}/websites/${id}?from=${day(DAYS - 1)}&to=${day(0)}`, { waitUntil: 'networkidle' });
        await window.screenshot({ path: join(DIRECTORY, `${theme}-${colorScheme}-${viewport.width}.png`) });
        await context.close();
      }
    }
    process.stdout.write(`${theme}\n`);
  }
  await browser.close();
} finally {
  demo.kill();
  await once(demo, 'exit');
  await rm(data, { recursive: true, force: true });
}

/** Reads the text that the demo prints when it is ready. */
async function invitation() {
  let text = '';
  for await (const chunk of demo.stdout) {
    text += chunk;
    if (!text.includes('/sign-in/')) continue;
    return /\/websites\/(?<id>[0-9a-f-]+)\/[\s\S]*Dashboard +(?<url>\S+)\s+Email +(?<email>\S+)\s+Password +(?<password>\S+)\s+API key +(?<key>\S+)/.exec(
      text,
    ).groups;
  }
  throw new Error('the demo ended before it was ready');
}
