import { quietly } from './quietly.js';
import { readSettings } from './script-element.js';
import { track } from './track.js';

quietly(() => {
  if (window.footfall?.on) return;
  const early = [...(window.footfall?.q ?? [])];
  let report: Footfall = (...call) => early.push(call);
  const footfall: Footfall = (...call) => report(...call);
  footfall.on = true;
  window.footfall = footfall;

  // A module and a copied script have no `currentScript`.
  const script = document.currentScript ?? document.querySelector('script[data-website-id]');
  const settings = readSettings(script as HTMLScriptElement);
  const begin = (): void => {
    report = track(settings);
    for (const call of early) report(...call);
  };
  // An automated browser is nobody's visit, and a page opened as a file has no address to report.
  if (navigator.webdriver || !/^http/.test(location.protocol)) report = () => {};
  else if (document.prerendering) document.addEventListener('prerenderingchange', quietly(begin), { once: true });
  else begin();
})();
