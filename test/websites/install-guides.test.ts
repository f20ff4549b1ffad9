import { expect, test } from 'vitest';
import { installGuides } from '../../src/websites/install-guides.js';

const website = { trackingKey: 'site_abc' };
const scriptUrl = 'https://stats.example';

const codeFor = (platform: string, options = { scriptUrl, baseUrl: scriptUrl }) =>
  installGuides(website, options).find((guide) => guide.platform === platform)!.code;

test('each guide uses the snippet, or has code with the script and the key of the website', () => {
  for (const { platform, steps, code } of installGuides(website, { scriptUrl, baseUrl: scriptUrl })) {
    if (code === undefined) expect(steps).toMatch(/paste the snippet/i);
    else {
      expect(code).toContain('site_abc');
      expect(code).toContain(platform === 'npm' ? '@footfall/tracker' : `${scriptUrl}/js/tracker.min.js`);
    }
  }
});

test('the module has the key of the website, and the origin of the collector', () => {
  const options = { scriptUrl: 'https://cdn.example', baseUrl: 'https://stats.example/' };
  expect(codeFor('npm', options)).toContain('init({ key: "site_abc", host: "https://stats.example" });');
});

test('the code is in the language of the platform', () => {
  expect(codeFor('Next.js')).toContain(
    '<Script src="https://stats.example/js/tracker.min.js" data-website-id="site_abc" />',
  );
  expect(codeFor('Nuxt')).toContain(
    `script: [{ defer: true, src: "https://stats.example/js/tracker.min.js", 'data-website-id': "site_abc" }]`,
  );
  expect(codeFor('Astro')?.match(/<script is:inline/g)).toHaveLength(2);
});

test('a collector on another origin is named', () => {
  const options = { scriptUrl: 'https://cdn.example', baseUrl: 'https://stats.example' };
  for (const platform of ['Next.js', 'Nuxt', 'Astro', 'Google Tag Manager'])
    expect(codeFor(platform, options)).toMatch(/data-host['"]?\W+https:\/\/stats\.example/);
});
