import { beacon, type Deliver, post } from './delivery.js';
import { exitLink } from './exit-link.js';
import { fitting } from './fitting.js';
import { MAX_NAME_LENGTH, MAX_URL_LENGTH } from './limits.js';
import { quietly } from './quietly.js';
import { anyOf, isOn } from './script-element.js';
import { newSeconds, restart, resume } from './visible-time.js';

/** Where storage is forbidden, nobody can have opted out by it. */
const hasOptedOut = quietly(() => localStorage.footfall_ignore);

/** The path as statistics show it, where its escapes are whole. */
const readable = quietly(decodeURI);

/** Counts this page from now on. The answer is the page's own way to report a custom event. */
export function track(endpoint: string, dataset: DOMStringMap): Footfall {
  const hash = isOn(dataset.hash);
  const excluded = anyOf(dataset.exclude);
  /** Where the visitor came from, until an event that said so has arrived: later ones come from this very page. */
  let referrer: string | undefined = document.referrer || undefined;
  let address: string;
  let page: string;

  const currentAddress = (): string => location.href.replace(hash ? '' : /#.*/, '');
  const currentPath = (): string => location.pathname + (hash ? location.hash : '');
  /** A router that adds or drops the last slash, or an empty hash, leads to no other page. */
  const currentPage = (): string => currentPath().replace(/[#/]+$/, '');

  const send = (type: string, details?: object, deliver: Deliver = post): void => {
    if (hasOptedOut() || excluded.test(readable(currentPath()) ?? currentPath())) return;
    const event = {
      // The same each time the event is sent, so that it counts once when only its answer was lost.
      id: `${Math.random()}`,
      key: dataset.websiteId,
      type,
      url: currentAddress().slice(0, MAX_URL_LENGTH),
      referrer,
      language: navigator.language,
      screen: `${screen.width}x${screen.height}`,
      localhost: isOn(dataset.allowLocalhost),
      hash,
      ...details,
    };
    void deliver(endpoint, JSON.stringify(event))?.then(() => {
      referrer = undefined;
    });
  };

  const pageview = (): void => {
    address = currentAddress();
    page = currentPage();
    restart();
    send('pageview');
  };

  /**
   * By a method of `history`, or as an event tells, which may know how.
   * A replaced address is another page only with another path: many a page keeps its filters in the query that way.
   */
  const navigated = quietly((by: string | Event): void => {
    const replaced = by === 'replaceState' || (by as NavigationCurrentEntryChangeEvent).navigationType === 'replace';
    if (replaced ? page !== currentPage() : address !== currentAddress()) pageview();
    address = currentAddress();
  });

  const leave = quietly((): void => {
    const seconds = newSeconds();
    if (seconds) send('leave', { seconds }, beacon);
  });

  const clicked = quietly((click: MouseEvent): void => {
    const link = exitLink(click);
    if (link) send('exit', { link: link.slice(0, MAX_URL_LENGTH) }, beacon);
  });

  // A page may have frozen its history.
  (['pushState', 'replaceState'] as const).forEach(
    quietly((method) => {
      const original = history[method];
      history[method] = function (...args) {
        original.apply(this, args);
        navigated(method);
      };
    }),
  );
  window.navigation?.addEventListener('currententrychange', navigated);
  addEventListener('popstate', navigated);
  addEventListener(
    'pageshow',
    quietly((shown) => {
      if (shown.persisted) pageview();
    }),
  );
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', () => {
    leave();
    resume();
  });
  // Captured at the top, so that a page that stops its clicks hides none from the count.
  addEventListener('click', clicked, true);
  addEventListener('auxclick', clicked, true);

  pageview();
  return quietly((name, props) => send('custom', { name: name.slice(0, MAX_NAME_LENGTH), props: fitting(props) }));
}
