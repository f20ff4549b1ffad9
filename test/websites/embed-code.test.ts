import { expect, it } from 'vitest';
import { embedCode } from '../../src/websites/embed-code.js';

const website = { trackingKey: 'site_0123' };
const here = 'https://stats.example';

it('is one deferred script element with the tracking key', () => {
  expect(embedCode(website, { scriptUrl: here, baseUrl: here, allowLocalhost: false })).toBe(
    '<script defer src="https://stats.example/js/tracker.min.js" data-website-id="site_0123"></script>',
  );
});

it('says when the script may track pages on localhost', () => {
  expect(embedCode(website, { scriptUrl: here, baseUrl: here, allowLocalhost: true })).toContain(
    ' data-allow-localhost="true"',
  );
});

it('names the collector when the script comes from another origin', () => {
  expect(embedCode(website, { scriptUrl: 'https://cdn.example', baseUrl: `${here}/x`, allowLocalhost: false })).toBe(
    '<script defer src="https://cdn.example/js/tracker.min.js" data-website-id="site_0123" data-host="https://stats.example"></script>',
  );
});

it('lets no value out of its attribute', () => {
  const code = embedCode({ trackingKey: '"><b>&' }, { scriptUrl: `${here}/"a`, baseUrl: here, allowLocalhost: false });
  expect(code).toBe(
    '<script defer src="https://stats.example/&quot;a/js/tracker.min.js" data-website-id="&quot;&gt;&lt;b&gt;&amp;"></script>',
  );
});
