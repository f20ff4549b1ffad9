import { ignoreErrors } from './ignore-errors.js';
import { findEndpoint } from './script-element.js';
import { track } from './track.js';

ignoreErrors(() => {
  if (window.footfall?.on) return;
  const early = window.footfall?.q ?? [];
  let report: Footfall = (...call) => early.push(call);
  const footfall: Footfall = (...call) => report(...call);
  footfall.q = early;
  window.footfall = footfall;

  // A module has no `currentScript`, and a bundle's element has no key: their settings are on another element.
  const script = (document.currentScript?.closest('script[data-website-id]') ??
    document.querySelector('script[data-website-id]')) as HTMLScriptElement;
  const endpoint = findEndpoint(script);
  // Automated browsers are no visits, and a page opened as a file has no URL to report.
  if (!script.dataset.websiteId || navigator.webdriver || !/^http/.test(location.href)) return;
  footfall.on = true;
  const begin = (): void => {
    report = track(endpoint, script.dataset);
    for (const call of early) report(...call);
  };
  if (document.prerendering) document.addEventListener('prerenderingchange', ignoreErrors(begin));
  else begin();
})();
