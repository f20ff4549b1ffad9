import type { Site } from './timeline.js';

/** The host of the service, to which every page reports from another origin. */
export const COLLECTOR = 'stats.test';

/** Hosts whose pages carry a website's script: a copy of the shop has it too. */
const SITE_OF: Readonly<Record<string, Site>> = {
  'shop.test': 'shop.test',
  'copy.test': 'shop.test',
  localhost: 'shop.test',
  'app.test': 'app.test',
};

export const siteOf = (host: string): Site | undefined => SITE_OF[host];

/** Whether the fragment is part of the path there. */
export const isHashPage = (host: string, path: string): boolean => host === 'app.test' && /^\/notes\b/.test(path);

export interface FixturePage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Where a page stands, and what it needs to know to be written. */
export interface Place {
  readonly host: string;
  readonly path: string;
  /** The script elements that the websites' owner was given. */
  readonly embeds: Readonly<Record<Site, string>>;
  /** An address on another fixture host. */
  at(host: string, path: string): string;
}

/** A page of the shop, of the app, or of the web around them. */
export function fixturePage(place: Place): FixturePage {
  const site = siteOf(place.host);
  if (site === 'shop.test') return shopPage(place);
  if (site === 'app.test') return isHashPage(place.host, place.path) ? notesPage(place) : appPage(place);
  return html(linksOn(place));
}

const html = (...parts: readonly string[]): FixturePage => ({
  html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>${parts.join('\n')}</html>`,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
});

/** Calls before the script is there are kept in `q`. */
const STUB = 'window.footfall=window.footfall||function(){(footfall.q=footfall.q||[]).push(arguments)}';

const SHOP_LINKS = `
  <a href="/">Home</a> <a href="/tents/">Tents</a> <a href="/Z%C3%BCrich">Zürich</a> <a href="/cart">Cart</a>
  <a href="/checkout">Checkout</a> <a href="/welcome">Join</a>
  <a href="/staff/rota">Staff</a> <a href="/admin/orders">Back office</a>`;

function shopPage({ path, embeds, at }: Place): FixturePage {
  const embed = embeds['shop.test'].replace('<script ', '<script data-exclude="/admin/*" ');
  const exits = `
    <a href="${at('maker.test', '/tents?from=shop#sizes')}" target="_blank">Maker</a>
    <a href="${at('pay.test', '/session')}">Pay</a>`;
  const signup = path === '/welcome' ? `<script>${STUB};footfall('signup', { plan: 'pro', seats: 3 })</script>` : '';
  const page = html(embed, SHOP_LINKS, exits, signup);
  if (path !== '/checkout') return page;
  const stats = at(COLLECTOR, '');
  const policy = `default-src 'none'; script-src ${stats}; connect-src ${stats}; base-uri 'none'`;
  return { ...page, headers: { ...page.headers, 'Content-Security-Policy': policy } };
}

/** An application whose pages are addresses that it sets itself. */
const appPage = ({ embeds }: Place): FixturePage =>
  html(
    embeds['app.test'],
    `<a href="/inbox">Inbox</a> <a href="/projects">Projects</a> <a href="/projects/7">Project 7</a>
     <button id="sort">Sort</button> <button id="login">Log in</button> <button id="invite">Invite</button>
     <a href="#bottom">To the end</a>
     <script>
       document.addEventListener('click', (click) => {
         const path = click.target.getAttribute('href');
         if (!path?.startsWith('/')) return;
         click.preventDefault();
         history.pushState(null, '', path);
       });
       sort.onclick = () => history.replaceState(null, '', '?sort=name');
       login.onclick = () => history.replaceState(null, '', '/inbox');
       invite.onclick = () => footfall('invite', { people: 2 });
     </script>`,
  );

/** An application whose pages are fragments of one address. */
const notesPage = ({ embeds, at }: Place): FixturePage =>
  html(
    embeds['app.test'].replace('<script ', '<script data-hash '),
    `<a href="#/first">First</a> <a href="#/second">Second</a> <a href="${at('help.test', '/notes')}">Help</a>`,
  );

interface Link {
  /** The host of the page that has it. */
  readonly on: string;
  /** That page as the lists of sources know it, if the browser tells it at all. */
  readonly referrer?: string;
  readonly to: readonly [site: Site, path: string];
}

/** Links to the websites, all over the web. `google.*` is Google, the one of `.test` too. */
export const LINKS = {
  'a search result': { on: 'www.google.test', referrer: 'https://www.google.com/', to: ['shop.test', '/'] },
  'an advertisement': {
    on: 'www.google.test',
    referrer: 'https://www.google.com/',
    to: ['shop.test', '/tents?utm_source=google&utm_medium=cpc&utm_campaign=spring'],
  },
  'an automatic advertisement': {
    on: 'www.google.test',
    referrer: 'https://www.google.com/',
    to: ['shop.test', '/tents?gclid=a1'],
  },
  'a newsletter': {
    on: 'mail.test',
    to: ['shop.test', '/?utm_source=partner&utm_medium=email&utm_campaign=launch'],
  },
  'a blog post': {
    on: 'blog.unknown-site.example',
    referrer: 'https://blog.unknown-site.example/',
    to: ['shop.test', '/tents#reviews'],
  },
  'an answer of an assistant': { on: 'chat.test', to: ['shop.test', '/tents?utm_source=chatgpt.com'] },
  'a sponsored story': {
    on: 'photos.test',
    to: ['shop.test', '/?utm_source=ig&utm_medium=paid_social&utm_campaign=spring'],
  },
  'a spring sale': {
    on: 'partner.test',
    to: ['shop.test', `/?utm_source=partner&utm_campaign=${encodeURIComponent('Frühling 100% & "mehr"')}`],
  },
  'a post about the app': {
    on: 'blog.unknown-site.example',
    referrer: 'https://blog.unknown-site.example/',
    to: ['app.test', '/notes#/first'],
  },
  'an invitation': { on: 'chat.test', to: ['app.test', '/login?ref=friend'] },
} as const satisfies Readonly<Record<string, Link>>;

export type LinkName = keyof typeof LINKS;

function linksOn({ host, at }: Place): string {
  const links: readonly (readonly [string, Link])[] = Object.entries(LINKS);
  return links
    .filter(([, { on }]) => on === host)
    .map(([name, { referrer, to }]) => {
      const rel = referrer === undefined ? ' rel="noreferrer"' : '';
      return `<p><a href="${at(...to).replaceAll('&', '&amp;')}"${rel}>${name}</a>`;
    })
    .join('\n');
}
