import { ignoreErrors } from './ignore-errors.js';
import { install } from './install.js';

ignoreErrors(() =>
  // A module has no `currentScript`, and a bundle's element has no key: their settings are on another element.
  install(
    (document.currentScript?.closest('script[data-website-id]') ??
      document.querySelector('script[data-website-id]')) as HTMLScriptElement,
  ),
)();
