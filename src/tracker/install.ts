import { ignoreErrors } from './ignore-errors.js';
import { findEndpoint, type ScriptElement } from './script-element.js';
import { track } from './track.js';

/** Makes `window.footfall`, and begins to track unless another copy does already. */
export function install(script: ScriptElement): void {
  const present = window.footfall;
  if (present?.on) return;
  const early = present?.q ?? [];
  let report: Footfall = (...call) => early.push(call);
  const footfall: Footfall = (...call) => report(...call);
  footfall.q = early;
  if (IS_PACKAGE) footfall.pageview = () => report.pageview?.();
  window.footfall = footfall;

  // Automated browsers are no visits, and a page opened as a file has no URL to report.
  if (!script.dataset.websiteId || navigator.webdriver || !/^http/.test(location.href)) return;
  const endpoint = findEndpoint(script);
  footfall.on = true;
  const begin = ignoreErrors((): void => {
    report = track(endpoint, script.dataset);
    // biome-ignore lint/suspicious/useIterableCallbackReturn: a block or a loop would cost every visitor its bytes.
    early.forEach((call) => report(...call));
  });
  if (document.prerendering) document.addEventListener('prerenderingchange', begin);
  else begin();
}
