/** Names of operating systems as people know them, by the parser's name in lower case. Others keep the parser's. */
export const systemNames: Readonly<Record<string, string>> = {
  android: 'Android',
  'android-x86': 'Android',
  arch: 'Linux',
  blackberry: 'BlackBerry',
  centos: 'Linux',
  chromecast: 'Chromecast',
  'chromium os': 'ChromeOS',
  debian: 'Linux',
  deepin: 'Linux',
  'elementary os': 'Linux',
  fedora: 'Linux',
  'firefox os': 'Firefox OS',
  freebsd: 'FreeBSD',
  fuchsia: 'Fuchsia',
  gentoo: 'Linux',
  gnu: 'Linux',
  haiku: 'Haiku',
  harmonyos: 'HarmonyOS',
  ios: 'iOS',
  kaios: 'KaiOS',
  kubuntu: 'Linux',
  linux: 'Linux',
  lubuntu: 'Linux',
  'mac os': 'macOS',
  mageia: 'Linux',
  manjaro: 'Linux',
  mint: 'Linux',
  netbsd: 'NetBSD',
  nintendo: 'Nintendo',
  openbsd: 'OpenBSD',
  openharmony: 'HarmonyOS',
  opensuse: 'Linux',
  playstation: 'PlayStation',
  raspbian: 'Linux',
  'red hat': 'Linux',
  redhat: 'Linux',
  sailfish: 'Sailfish OS',
  series40: 'Series 40',
  slackware: 'Linux',
  solaris: 'Solaris',
  suse: 'Linux',
  symbian: 'Symbian',
  tizen: 'Tizen',
  ubuntu: 'Linux',
  watchos: 'watchOS',
  webos: 'webOS',
  windows: 'Windows',
  'windows iot': 'Windows',
  'windows mobile': 'Windows Mobile',
  'windows phone': 'Windows Phone',
  'windows phone os': 'Windows Phone',
  xbox: 'Xbox',
  xubuntu: 'Linux',
};

/** Operating systems by the header `Sec-CH-UA-Platform`. */
export const hintedSystems: ReadonlyMap<string, string> = new Map([
  ['Android', 'Android'],
  ['Chrome OS', 'ChromeOS'],
  ['Chromium OS', 'ChromeOS'],
  ['Linux', 'Linux'],
  ['Windows', 'Windows'],
  ['macOS', 'macOS'],
]);

/**
 * Systems that claim to be another, by a text that only their user agents contain. The first group of an expression is
 * the version, where it is stated.
 */
export const disguisedSystems: readonly (readonly [said: string, pattern: RegExp, real: string])[] = [
  ['Linux', /\b(?:SamsungBrowser|OculusBrowser|MiuiBrowser|Silk)\//, 'Android'],
  ['Linux', /\bVIDAA\/(\d+\.\d+)/, 'VIDAA'],
  ['macOS', /\b(?:CriOS|FxiOS|EdgiOS|GSA)\//, 'iPadOS'],
];

/** Televisions, and boxes for them, by what their user agents contain. */
export const televisions =
  /\b(?:AFT[A-Z]\w*|BRAVIA|Chromecast|CrKey|Google TV|Android TV|MIBOX\w*|MiTV|SMART-TV|SmartTV|VIDAA|Web0S)\b/;
