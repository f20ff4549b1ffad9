import type UAParser from 'ua-parser-js';
import { televisions } from './known-systems.js';

export type Device = 'desktop' | 'mobile' | 'tablet' | 'tv' | 'other';

const devices: Readonly<Record<string, Device>> = {
  console: 'other',
  embedded: 'other',
  mobile: 'mobile',
  smarttv: 'tv',
  tablet: 'tablet',
  wearable: 'other',
};

const handheld = new Set(['Android', 'iOS', 'KaiOS', 'HarmonyOS', 'Windows Phone']);

export function classifyDevice(agent: string, { type, vendor }: UAParser.IDevice, os: string): Device {
  if (televisions.test(agent)) return 'tv';
  if (/ VR Safari\//.test(agent)) return 'other';
  if (type === undefined) return deviceBySystem(agent, os);
  // By Android's own convention a phone says `Mobile` and a tablet does not; the parser expects it next to `Safari`.
  if (type === 'tablet' && vendor === undefined && /\bMobile\b/.test(agent)) return 'mobile';
  return devices[type] ?? 'other';
}

/** For user agents without a device: a desktop, unless the system runs on none. */
function deviceBySystem(agent: string, os: string): Device {
  // Tablets request the desktop version of pages.
  if ((os === 'Android' || os === 'iPadOS') && /\((?:X11|Macintosh);/.test(agent)) return 'tablet';
  return handheld.has(os) && !agent.includes('(PC;') ? 'mobile' : 'desktop';
}

/** `Sec-CH-UA-Mobile` wins over `said`, the user agent's device, only where it says more. */
export function deviceByHint(mobile: string, os: string, said: Device): Device {
  if (said !== 'mobile' && said !== 'tablet') return said;
  if (mobile !== '?1' && mobile !== '?0') return said;
  if (!handheld.has(os)) return 'desktop';
  return mobile === '?1' ? 'mobile' : 'tablet';
}
