import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Email, withImages } from '../../../src/notifications/mail/mailer.js';
import { axeFaults } from '../../dashboard/axe.js';
import { describeInBrowser, pageBrowser } from '../../tracker/chromium.js';
import { sampleEmails } from './sample-emails.js';

/** A folder for pictures of the emails, to look at: `EMAIL_SCREENSHOTS=/tmp/emails npx vitest run test/notifications/mail`. */
const folder = process.env.EMAIL_SCREENSHOTS;

describeInBrowser('how emails look', () => {
  let browser: Browser;
  let emails: Readonly<Record<string, Email>>;

  beforeAll(async () => {
    browser = await pageBrowser();
    emails = await sampleEmails();
  });

  const names = ['week', 'goal-week', 'quiet-week', 'spike', 'silence', 'verification', 'credential'] as const;
  const cases = names.flatMap((name) =>
    (['light', 'dark'] as const).flatMap((scheme) => [375, 700].map((width) => [name, scheme, width] as const)),
  );

  test.each(cases)(
    '%s fits and can be read in %s, %i pixels wide, and asks no other host',
    async (name, scheme, width) => {
      const context = await browser.newContext({
        colorScheme: scheme,
        viewport: { width, height: 800 },
        deviceScaleFactor: 2,
      });
      const page = await context.newPage();
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.setContent(withImages(emails[name]!));
      expect(requests.filter((url) => !url.startsWith('data:image/png;'))).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      // One column of text is no page with landmarks.
      expect(
        (await axeFaults(page)).filter((error) => !error.startsWith('region:') && !error.startsWith('landmark')),
      ).toEqual([]);
      const broken = await page.evaluate(
        '[...document.images].filter((image) => image.naturalWidth === 0 || image.alt === "").length',
      );
      expect(broken).toBe(0);
      if (folder !== undefined)
        await page.screenshot({ path: join(folder, `${name}-${scheme}-${width}.png`), fullPage: true });
      await context.close();
    },
  );

  test('an email says the same without its style sheet, which some programs drop', async () => {
    const page = await browser.newPage({ viewport: { width: 375, height: 800 } });
    await page.setContent(withImages(emails.week!).replace(/<style>.*?<\/style>/s, ''));
    expect(await page.evaluate('getComputedStyle(document.querySelector(".button")).backgroundColor')).toBe(
      'rgb(79, 70, 229)',
    );
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
    await page.close();
  });
});
