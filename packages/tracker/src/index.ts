import { ignoreErrors } from '../../../src/tracker/ignore-errors.js';
import { install } from '../../../src/tracker/install.js';
import { setPageProps } from '../../../src/tracker/page-props.js';
import type * as types from '../index.js';

const isBrowser = typeof window !== 'undefined' && typeof document !== 'undefined';

export const init: typeof types.init = ignoreErrors((options) => {
  if (!isBrowser) return;
  const { key, host, hash, exclude, allowLocalhost, props, fileDownloads, formSubmissions } = options;
  const settings = {
    websiteId: key,
    host,
    hash: hash && '',
    exclude: exclude?.join(),
    allowLocalhost: allowLocalhost && '',
    fileDownloads: fileDownloads && '',
    formSubmissions: formSubmissions && '',
  };
  const given = Object.entries(settings).filter(([, value]) => value !== undefined && value !== false);
  if (!window.footfall?.on) setPageProps(props);
  install({ dataset: Object.fromEntries(given) as DOMStringMap, src: '' });
});

/** As the first line of the snippet. */
function queue(): Footfall {
  const q: CustomEventCall[] = [];
  return Object.assign((...call: CustomEventCall) => void q.push(call), { q });
}

export const track: typeof types.track = (name, props) => {
  if (!isBrowser) return;
  window.footfall ??= queue();
  window.footfall(name, props);
};

export const pageview: typeof types.pageview = () => {
  if (isBrowser) window.footfall?.pageview?.();
};
