import { clampProps, type Props } from './clamp-props.js';
import { datasetProps } from './dataset-props.js';
import { beacon, type Deliver, post } from './delivery.js';
import { reportClick, reportSubmission } from './element-events.js';
import { exitLink } from './exit-link.js';
import { ignoreErrors } from './ignore-errors.js';
import { MAX_NAME_LENGTH, MAX_URL_LENGTH } from './limits.js';
import { pageProps } from './page-props.js';
import { isOn, matchAny } from './script-element.js';
import { restartScrolling, scrollDepth, updateScrolling } from './scroll-depth.js';
import { newSeconds, restart, resume } from './visible-time.js';

/** Where storage is forbidden, an opt-out cannot be stored. */
const hasOptedOut = ignoreErrors(() => localStorage.footfall_ignore);

/** Decodes a path unless it has a broken escape. */
const readable = ignoreErrors(decodeURI);

/** Adding or removing a trailing slash or an empty hash is no navigation. */
const toPage = (path: string): string => path.replace(/[#/]+$/, '');

/** Returns the page's function for custom events. */
export function track(endpoint: string, dataset: DOMStringMap): Footfall {
  const hash = isOn(dataset.hash);
  const excluded = matchAny(dataset.exclude);
  /** Kept until an event with it was delivered: later pages come from this page itself. */
  let referrer: string | undefined = document.referrer;
  let address: string;
  let page: string;

  const currentAddress = (): string => location.href.replace(hash ? '' : /#.*/, '');
  const currentPath = (): string => location.pathname + (hash ? location.hash : '');

  const send = (type: string, details?: object, deliver: Deliver = post): void => {
    if (hasOptedOut() || excluded.test(readable(page) ?? page)) return;
    const event = {
      // Retries keep the id, so that the event counts once when only the response was lost.
      id: `${Math.random()}`,
      key: dataset.websiteId,
      type,
      url: address.slice(0, MAX_URL_LENGTH),
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
    page = currentPath();
    restart();
    if (HAS_OPTIONS) {
      restartScrolling();
      send('pageview', { props: clampProps(IS_PACKAGE ? pageProps() : datasetProps(dataset, 'prop')) });
    } else send('pageview');
  };

  const leave = ignoreErrors((): void => {
    const seconds = newSeconds();
    if (seconds) send('leave', { seconds, ...(HAS_OPTIONS && { scroll: scrollDepth() }) }, beacon);
  });

  /**
   * Called for a method of `history`, or for an event that may state the kind of navigation.
   * A replaced address is another page only with another path: many pages keep their filters in the query that way.
   */
  const navigated = ignoreErrors((by: string | Event): void => {
    const replaced = by === 'replaceState' || (by as NavigationCurrentEntryChangeEvent).navigationType === 'replace';
    if (replaced ? toPage(page) !== toPage(currentPath()) : address !== currentAddress()) {
      leave();
      pageview();
    }
    address = currentAddress();
  });

  const custom = (name: string, props?: Props): void =>
    send('custom', { name: name.slice(0, MAX_NAME_LENGTH), props: clampProps(props) });

  const clicked = ignoreErrors((click: MouseEvent): void => {
    const link = exitLink(click);
    if (link) send('exit', { link: link.slice(0, MAX_URL_LENGTH) }, beacon);
    if (HAS_OPTIONS && click.button < 2) reportClick(custom, dataset, click);
  });

  // A page may have frozen its history.
  (['pushState', 'replaceState'] as const).forEach(
    ignoreErrors((method) => {
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
    ignoreErrors((shown) => {
      if (shown.persisted) pageview();
    }),
  );
  addEventListener('pagehide', leave);
  addEventListener(
    'visibilitychange',
    () => {
      leave();
      resume();
    },
    true,
  );
  // Captured at the top, so that a page cannot hide clicks by stopping them.
  addEventListener('click', clicked, true);
  addEventListener('auxclick', clicked, true);

  if (HAS_OPTIONS) {
    addEventListener('scroll', updateScrolling);
    addEventListener(
      'submit',
      ignoreErrors((event) => reportSubmission(custom, dataset, event)),
      true,
    );
  }
  pageview();
  const report: Footfall = ignoreErrors(custom);
  if (IS_PACKAGE) report.pageview = ignoreErrors(pageview);
  return report;
}
