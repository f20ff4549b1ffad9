import { t } from '../lib/language/translate.js';
import { type EmbedOptions, scriptAttributes, snippet } from './embed-code.js';
import type { Website } from './website.js';

/** How to add the script to the pages of a website that is made with a platform. */
export interface InstallGuide {
  readonly platform: string;
  readonly steps: string;
  /** Replaces the snippet, where the platform needs another code. */
  readonly code?: string;
}

type Attributes = readonly (readonly [name: string, value: string])[];

/** The platforms that people look for, each with what it needs beside or in place of the snippet. */
export function installGuides(
  website: Pick<Website, 'trackingKey'>,
  options: Omit<EmbedOptions, 'allowLocalhost'>,
): readonly InstallGuide[] {
  const embed = { ...options, allowLocalhost: false };
  const attributes = scriptAttributes(website, embed);
  return [
    {
      platform: 'WordPress',
      steps: t(
        'Install the plugin WPCode. In the admin menu, open Code Snippets, Header & Footer, paste the snippet into “Header”, and save.',
      ),
    },
    {
      platform: 'Next.js',
      steps: t('In app/layout.tsx (or pages/_app.tsx), import Script and add this to what the layout returns:'),
      code: `import Script from 'next/script';\n\n<Script${jsxAttributes(attributes)} />`,
    },
    {
      platform: 'Nuxt',
      steps: t('In nuxt.config.ts:'),
      code: `export default defineNuxtConfig({\n  app: { head: { script: [{ defer: true, ${objectFields(attributes)} }] } },\n});`,
    },
    { platform: 'SvelteKit', steps: t('Paste the snippet into the <head> of src/app.html.') },
    {
      platform: 'Astro',
      steps: t('Paste this into the <head> of your layout. Without is:inline, Astro would bundle it:'),
      code: snippet(website, embed).replaceAll('<script', '<script is:inline'),
    },
    {
      platform: 'React, Vue, Angular',
      steps: t(
        'Paste the snippet into the <head> of index.html. Pages that the router opens are counted without further code.',
      ),
    },
    {
      platform: 'npm',
      steps: t(
        'For apps that bundle their JavaScript. The package is not published yet: build it from packages/tracker in Footfall’s repository. Call init once, in the browser:',
      ),
      code: moduleCode(website.trackingKey, new URL(options.baseUrl).origin),
    },
    {
      platform: 'Ghost',
      steps: t('Open Settings, Code injection, paste the snippet into “Site header”, and save.'),
    },
    {
      platform: 'Shopify',
      steps: t(
        'Open Online Store, Themes. In the menu of your theme choose “Edit code”, open layout/theme.liquid, and paste the snippet above </head>. Checkout pages are not part of the theme.',
      ),
    },
    {
      platform: 'Webflow',
      steps: t('Open the site settings, Custom code, paste the snippet into “Head code”, save, and publish the site.'),
    },
    {
      platform: 'Google Tag Manager',
      steps: t('Add a tag of the type “Custom HTML” with this code and the trigger “All Pages”, and publish:'),
      code: loaderCode(attributes),
    },
  ];
}

const jsxAttributes = (attributes: Attributes): string =>
  attributes.map(([name, value]) => ` ${name}=${JSON.stringify(value)}`).join('');

const objectFields = (attributes: Attributes): string =>
  attributes.map(([name, value]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${JSON.stringify(value)}`).join(', ');

const moduleCode = (key: string, host: string): string =>
  `import { init } from '@footfall/tracker';\n\ninit({ key: ${JSON.stringify(key)}, host: ${JSON.stringify(host)} });`;

/** Tag Manager drops the attributes of a script element. */
const loaderCode = (attributes: Attributes): string => `<script>
(function () {
  var script = document.createElement('script');
${attributes.map(([name, value]) => `  script.setAttribute('${name}', ${JSON.stringify(value)});`).join('\n')}
  document.head.appendChild(script);
})();
</script>`;
