// Takes the screenshots of the docs, with the demo's traffic: npm run screenshots [-- directory]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const DIRECTORY = process.argv[2] ?? join(ROOT, 'docs/screenshots');
/** With as many days before, to compare with, the range is within the 90 days of the demo. */
const DAYS = 42;
const PICTURES = [
  { name: 'default-light-1440', colorScheme: 'light', viewport: { width: 1440, height: 1100 } },
  { name: 'default-dark-1440', colorScheme: 'dark', viewport: { width: 1440, height: 1100 } },
  { name: 'default-light-375', colorScheme: 'light', viewport: { width: 375, height: 1000 } },
  { name: 'settings-light-1440', page: '/settings', colorScheme: 'light', viewport: { width: 1440, height: 1100 } },
];

const data = await mkdtemp(join(tmpdir(), 'footfall-screenshots-'));
const demo = spawn(process.execPath, [join(ROOT, 'bin/footfall.cjs'), 'demo'], {
  env: { ...process.env, DATA_DIR: data, PORT: '0', TZ: 'UTC', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const { url, email, password, id } = await invitation();
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
  for (const { name, page: path = '', colorScheme, viewport } of PICTURES) {
    const context = await browser.newContext({ storageState, colorScheme, viewport });
    const window = await context.newPage();
    const query = path === '' ? `?from=${day(DAYS - 1)}&to=${day(0)}` : '';
    await window.goto(`${url}/websites/${id}${path}${query}`, { waitUntil: 'networkidle' });
    await window.screenshot({ path: join(DIRECTORY, `${name}.png`) });
    await context.close();
    process.stdout.write(`${name}\n`);
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
    return /\/websites\/(?<id>[0-9a-f-]+)\/[\s\S]*Dashboard +(?<url>\S+)\s+Email +(?<email>\S+)\s+Password +(?<password>\S+)/.exec(
      text,
    ).groups;
  }
  throw new Error('the demo ended before it was ready');
}
