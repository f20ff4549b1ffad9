/** Beginnings that many browsers share; the last figures of a system are often frozen in them. */
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)';
const MAC_SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROMEBOOK = 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)';
const PIXEL_VIEW =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9 Build/BP2A.250605.031; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.97 Mobile Safari/537.36';
const IPHONE_17 = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE_18 = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE_FROZEN = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE_26 = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPAD_17 = 'Mozilla/5.0 (iPad; CPU OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

/**
 * User agents of people, as browsers sent them from 2012 to 2026, each with what a person expects to read of it: browser,
 * its version, system, its version, device. A dash is what nobody can know.
 */
export const userAgents: readonly (readonly [expected: string, userAgent: string])[] = [
  // Chrome and Chromium on computers; Arc, Comet and Dia call themselves Chrome too.
  ['Chrome | 143 | Windows | 10 | desktop', `${WINDOWS} Chrome/143.0.0.0 Safari/537.36`],
  ['Chrome | 146 | macOS | - | desktop', `${MAC} Chrome/146.0.0.0 Safari/537.36`],
  ['Chrome | 144 | Linux | - | desktop', `${LINUX} Chrome/144.0.0.0 Safari/537.36`],
  ['Chrome | 138 | ChromeOS | - | desktop', `${CHROMEBOOK} Chrome/138.0.0.0 Safari/537.36`],
  [
    'Chrome | 109 | Windows | 7 | desktop',
    'Mozilla/5.0 (Windows NT 6.1; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36',
  ],
  ['Chrome | 154 | Windows | 10 | desktop', `${WINDOWS} Chrome/154.0.0.0 Safari/537.36`],
  ['Chrome | 131 | Windows | 10 | desktop', `${WINDOWS} Chrome/131.0.0.0 Safari/537.36`],
  [
    'Chrome | 74 | Windows | 10 | desktop',
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/74.0.3729.169 Safari/537.36',
  ],
  [
    'Chrome | 67 | Windows | 8.1 | desktop',
    'Mozilla/5.0 (Windows NT 6.3; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/67.0.3396.99 Safari/537.36',
  ],
  [
    'Chrome | 98 | Windows | 8 | desktop',
    'Mozilla/5.0 (Windows NT 6.2; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/98.0.4758.102 Safari/537.36',
  ],
  [
    'Chrome | 66 | macOS | 10.13 | desktop',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_13_6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/66.0.3359.181 Safari/537.36',
  ],
  ['Chrome | 85 | macOS | 10.15 | desktop', `${MAC} Chrome/85.0.4183.121 Safari/537.36`],
  [
    'Chrome | 89 | macOS | 11.2 | desktop',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 11_2_3) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/89.0.4389.114 Safari/537.36',
  ],
  ['Chrome | 153 | macOS | - | desktop', `${MAC} Chrome/153.0.0.0 Safari/537.36`],
  [
    'Chrome | 120 | Linux | - | desktop',
    'Mozilla/5.0 (X11; Linux aarch64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  ],
  ['Chrome | 152 | ChromeOS | - | desktop', `${CHROMEBOOK} Chrome/152.0.0.0 Safari/537.36`],
  [
    'Chrome | 88 | ChromeOS | - | desktop',
    'Mozilla/5.0 (X11; CrOS armv7l 13597.84.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/88.0.4324.186 Safari/537.36',
  ],
  ['Chrome | 148 | macOS | - | desktop', `${MAC} Chrome/148.0.0.0 Safari/537.36`],
  ['Chromium | 80 | Linux | - | desktop', `${LINUX} Ubuntu Chromium/80.0.3987.87 Chrome/80.0.3987.87 Safari/537.36`],

  // Chrome on telephones and tablets.
  ['Chrome | 143 | Android | - | mobile', `${ANDROID} Chrome/143.0.0.0 Mobile Safari/537.36`],
  ['Chrome | 143 | Android | - | tablet', `${ANDROID} Chrome/143.0.0.0 Safari/537.36`],
  [
    'Chrome | 120 | Android | 14 | mobile',
    'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.144 Mobile Safari/537.36',
  ],
  [
    'Chrome | 119 | Android | 13 | tablet',
    'Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36',
  ],
  ['Chrome | 141 | iOS | 18.6 | mobile', `${IPHONE_18} CriOS/141.0.7390.96 Mobile/15E148 Safari/604.1`],
  ['Chrome | 126 | iPadOS | 17.5 | tablet', `${IPAD_17} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`],
  ['Chrome | 153 | Android | - | mobile', `${ANDROID} Chrome/153.0.0.0 Mobile Safari/537.36`],
  ['Chrome | 154 | Android | - | tablet', `${ANDROID} Chrome/154.0.0.0 Safari/537.36`],
  [
    'Chrome | 91 | Android | 8.1 | mobile',
    'Mozilla/5.0 (Linux; Android 8.1.0; Moto G (5)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/91.0.4472.120 Mobile Safari/537.36',
  ],
  [
    'Chrome | 84 | Android | 9 | mobile',
    'Mozilla/5.0 (Linux; Android 9; Redmi Note 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/84.0.4147.125 Mobile Safari/537.36',
  ],
  [
    'Chrome | 116 | Android | 13 | tablet',
    'Mozilla/5.0 (Linux; Android 13; Pixel Tablet) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/116.0.0.0 Safari/537.36',
  ],
  [
    'Chrome | 152 | Android | 11 | tablet',
    'Mozilla/5.0 (Linux; Android 11; KFTUWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/152.0.7977.120 Safari/537.36',
  ],
  ['Chrome | 154 | iOS | 26.6 | mobile', `${IPHONE_26} CriOS/154.0.8037.55 Mobile/15E148 Safari/604.1`],
  [
    'Chrome | 153 | iPadOS | 26.6 | tablet',
    'Mozilla/5.0 (iPad; CPU OS 26_6_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/153.0.8010.24 Mobile/15E148 Safari/604.1',
  ],
  ['Chrome | 143 | iPadOS | - | tablet', `${MAC_SAFARI} CriOS/143 Version/11.1.1 Safari/605.1.15`],
  [
    'Chrome | 120 | Android | 10 | mobile',
    'Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Chrome | 122 | Android | 14 | tablet',
    'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.6261.64 Safari/537.36',
  ],
  [
    'Chrome | 153 | Android | 11 | mobile',
    'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Chrome | 112 | Android | 12 | tablet',
    'Mozilla/5.0 (Linux; Android 12; Lenovo TB-X606F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/112.0.0.0 Safari/537.36',
  ],

  // Safari.
  ['Safari | 26 | macOS | - | desktop', `${MAC_SAFARI} Version/26.0 Safari/605.1.15`],
  ['Safari | 17 | macOS | - | desktop', `${MAC_SAFARI} Version/17.6 Safari/605.1.15`],
  ['Safari | 26 | iOS | 26.0 | mobile', `${IPHONE_18} Version/26.0 Mobile/15E148 Safari/604.1`],
  ['Safari | 17 | iPadOS | 17.5 | tablet', `${IPAD_17} Version/17.5 Mobile/15E148 Safari/604.1`],
  [
    'Safari | 12 | iOS | 12.5 | mobile',
    'Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
  ],
  ['Safari | 26 | iOS | 26.6 | mobile', `${IPHONE_FROZEN} Version/26.6.1 Mobile/15E148 Safari/604.1`],
  ['Safari | 27 | iOS | 27.0 | mobile', `${IPHONE_FROZEN} Version/27.0 Mobile/15E148 Safari/604.1`],
  [
    'Safari | 18 | iOS | 18.7 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.7.8 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari | 18 | iOS | 18.3 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3.1 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari | 16 | iOS | 16.7 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_7_16 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6.2 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari | 14 | iOS | 14.8 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 14_8_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/14.1.2 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari | 11 | iOS | 11.4 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 11_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/11.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari | 26 | iPadOS | 26.0 | tablet',
    'Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari | 12 | iPadOS | 12.5 | tablet',
    'Mozilla/5.0 (iPad; CPU OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
  ],
  ['Safari | 27 | macOS | - | desktop', `${MAC_SAFARI} Version/27.0 Safari/605.1.15`],
  ['Safari | 18 | macOS | - | desktop', `${MAC_SAFARI} Version/18.6 Safari/605.1.15`],
  [
    'Safari | 13 | macOS | 10.15 | desktop',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.2 Safari/605.1.15',
  ],
  [
    'Safari | 14 | macOS | 10.14 | desktop',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/14.1.2 Safari/605.1.15',
  ],
  [
    'Safari | 11 | macOS | 10.13 | desktop',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_13_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/11.1.2 Safari/605.1.15',
  ],

  // Firefox and its kin.
  [
    'Firefox | 145 | Windows | 10 | desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  ],
  [
    'Firefox | 140 | macOS | - | desktop',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
  ],
  [
    'Firefox | 136 | Linux | - | desktop',
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:136.0) Gecko/20100101 Firefox/136.0',
  ],
  [
    'Firefox | 128 | Linux | - | desktop',
    'Mozilla/5.0 (X11; Fedora; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  ],
  ['Firefox | 144 | Android | 15 | mobile', 'Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0'],
  ['Firefox | 131 | Android | 14 | tablet', 'Mozilla/5.0 (Android 14; Tablet; rv:131.0) Gecko/131.0 Firefox/131.0'],
  ['Firefox | 143 | iOS | - | mobile', `${IPHONE_18} FxiOS/143.0 Mobile/15E148 Safari/604.1`],
  ['Firefox | 115 | FreeBSD | - | desktop', 'Mozilla/5.0 (X11; FreeBSD amd64; rv:115.0) Gecko/20100101 Firefox/115.0'],
  [
    'Firefox | 156 | Windows | 10 | desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:156.0) Gecko/20100101 Firefox/156.0',
  ],
  [
    'Firefox | 115 | Windows | 7 | desktop',
    'Mozilla/5.0 (Windows NT 6.1; Win64; x64; rv:115.0) Gecko/20100101 Firefox/115.0',
  ],
  ['Firefox | 60 | Windows | 7 | desktop', 'Mozilla/5.0 (Windows NT 6.1; WOW64; rv:60.0) Gecko/20100101 Firefox/60.0'],
  [
    'Firefox | 156 | macOS | - | desktop',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:156.0) Gecko/20100101 Firefox/156.0',
  ],
  [
    'Firefox | 78 | macOS | 10.14 | desktop',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.14; rv:78.0) Gecko/20100101 Firefox/78.0',
  ],
  ['Firefox | 154 | Linux | - | desktop', 'Mozilla/5.0 (X11; Linux x86_64; rv:154.0) Gecko/20100101 Firefox/154.0'],
  ['Firefox | 140 | OpenBSD | - | desktop', 'Mozilla/5.0 (X11; OpenBSD amd64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Firefox | 156 | Android | 16 | mobile', 'Mozilla/5.0 (Android 16; Mobile; rv:156.0) Gecko/156.0 Firefox/156.0'],
  ['Firefox | 68 | Android | 9 | mobile', 'Mozilla/5.0 (Android 9; Mobile; rv:68.0) Gecko/68.0 Firefox/68.0'],
  ['Firefox | 156 | iOS | - | mobile', `${IPHONE_FROZEN} FxiOS/156.1 Mobile/15E148 Safari/604.1`],
  [
    'Firefox | 154 | iPadOS | 15.7 | tablet',
    'Mozilla/5.0 (iPad; CPU OS 15_7_9 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/154.0 Mobile/15E148 Safari/605.1.15',
  ],
  [
    'Pale Moon | 33 | Linux | - | desktop',
    'Mozilla/5.0 (X11; Linux x86_64; rv:102.0) Gecko/20100101 Goanna/6.7 Firefox/102.0 PaleMoon/33.3.1',
  ],
  [
    'SeaMonkey | 2 | Linux | - | desktop',
    'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0 SeaMonkey/2.53.23',
  ],
  [
    'Waterfox | 56 | Windows | 7 | desktop',
    'Mozilla/5.0 (Windows NT 6.1; Win64; x64; rv:56.0) Gecko/20100101 Firefox/56.0 Waterfox/56.2.14',
  ],

  // Edge and Internet Explorer.
  ['Edge | 142 | Windows | 10 | desktop', `${WINDOWS} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
  ['Edge | 139 | macOS | - | desktop', `${MAC} Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0`],
  ['Edge | 141 | Android | - | mobile', `${ANDROID} Chrome/141.0.0.0 Mobile Safari/537.36 EdgA/141.0.0.0`],
  ['Edge | 141 | iOS | 18.6 | mobile', `${IPHONE_18} Version/18.0 EdgiOS/141.0.3537.60 Mobile/15E148 Safari/604.1`],
  ['Edge | 18 | Windows | 10 | desktop', `${WINDOWS} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`],
  ['Edge | 154 | Windows | 10 | desktop', `${WINDOWS} Chrome/154.0.0.0 Safari/537.36 Edg/154.0.0.0`],
  ['Edge | 150 | Linux | - | desktop', `${LINUX} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`],
  [
    'Edge | 109 | Windows | 7 | desktop',
    'Mozilla/5.0 (Windows NT 6.1; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36 Edg/109.0.1518.140',
  ],
  ['Edge | 150 | Android | - | mobile', `${ANDROID} Chrome/150.0.0.0 Mobile Safari/537.36 EdgA/150.0.0.0`],
  [
    'Edge | 45 | Android | 10 | mobile',
    'Mozilla/5.0 (Linux; Android 10; Pixel 3 XL) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.101 Mobile Safari/537.36 EdgA/45.11.4.5118',
  ],
  [
    'Edge | 131 | iPadOS | 17.7 | tablet',
    'Mozilla/5.0 (iPad; CPU OS 17_7_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 EdgiOS/131.0.2903.92 Mobile/15E148 Safari/605.1.15',
  ],
  [
    'Internet Explorer | 11 | Windows | 8.1 | desktop',
    'Mozilla/5.0 (Windows NT 6.3; WOW64; Trident/7.0; rv:11.0) like Gecko',
  ],
  ['Internet Explorer | 8 | Windows | XP | desktop', 'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.1; Trident/4.0)'],
  [
    'Internet Explorer | 10 | Windows | 7 | desktop',
    'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.1; Trident/6.0)',
  ],
  [
    'Internet Explorer | 11 | Windows | 10 | desktop',
    'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
  ],

  // Opera.
  ['Opera | 123 | Windows | 10 | desktop', `${WINDOWS} Chrome/139.0.0.0 Safari/537.36 OPR/123.0.0.0`],
  ['Opera | 91 | Android | - | mobile', `${ANDROID} Chrome/138.0.0.0 Mobile Safari/537.36 OPR/91.0.0.0`],
  ['Opera | 136 | Windows | 10 | desktop', `${WINDOWS} Chrome/152.0.0.0 Safari/537.36 OPR/136.0.0.0`],
  ['Opera | 135 | macOS | - | desktop', `${MAC} Chrome/151.0.0.0 Safari/537.36 OPR/135.0.0.0`],
  [
    'Opera | 81 | Windows | 7 | desktop',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/95.0.4638.69 Safari/537.36 OPR/81.0.4196.60',
  ],
  ['Opera | 134 | Linux | - | desktop', `${LINUX} Chrome/151.0.0.0 Safari/537.36 OPR/134.0.0.0`],
  ['Opera | 6 | iOS | 26.6 | mobile', `${IPHONE_FROZEN} Version/26.6 Mobile/15E148 Safari/604.1 OPT/6.7.3`],
  ['Opera GX | 120 | Windows | 10 | desktop', `${WINDOWS} Chrome/135.0.0.0 Safari/537.36 OPR/120.0.0.0 (Edition GX)`],
  [
    'Opera GX | 60 | Windows | 10 | desktop',
    `${WINDOWS} Chrome/73.0.3683.103 Safari/537.36 OPR/60.0.3255.50747 OPRGX/60.0.3255.50747`,
  ],
  [
    'Opera Mini | 36 | Android | - | mobile',
    'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16',
  ],

  // Browsers that telephones and tablets come with.
  [
    'Samsung Internet | 28 | Android | - | mobile',
    `${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Samsung Internet | 27 | Android | 14 | tablet',
    'Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-X916B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Safari/537.36',
  ],
  [
    'Samsung Internet | 30 | Android | - | mobile',
    `${ANDROID} SamsungBrowser/30.0 Chrome/143.0.0.0 Mobile Safari/537.36`,
  ],
  ['Samsung Internet | 30 | Android | - | tablet', `${LINUX} SamsungBrowser/30.0 Chrome/143.0.0.0 Safari/537.36`],
  [
    'Samsung Internet | 11 | Android | 9 | mobile',
    'Mozilla/5.0 (Linux; Android 9; SAMSUNG SM-G960F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/11.1 Chrome/75.0.3770.143 Mobile Safari/537.36',
  ],
  [
    'Samsung Internet | 15 | Android | 9 | tablet',
    'Mozilla/5.0 (Linux; Android 9; SAMSUNG SM-T825Y) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/15.0 Chrome/90.0.4430.210 Safari/537.36',
  ],
  [
    'Mi Browser | 14 | Android | 13 | mobile',
    'Mozilla/5.0 (Linux; U; Android 13; en-us; 2201117TG Build/TKQ1.221114.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.18.0-gn',
  ],
  [
    'Mi Browser | 13 | Android | - | tablet',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/534.24 (KHTML, like Gecko) Chrome/79.0.3945.147 Safari/534.24 XiaoMi/MiuiBrowser/13.6.15',
  ],
  [
    'Huawei Browser | 15 | HarmonyOS | - | mobile',
    'Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-NX9; HMSCore 6.14.0.302) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36',
  ],
  [
    'Huawei Browser | 14 | HarmonyOS | - | mobile',
    'Mozilla/5.0 (Linux; Android 10; HarmonyOS; ELS-NX9; HMSCore 6.13.0.302) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 HuaweiBrowser/14.0.5.301 Mobile Safari/537.36',
  ],
  [
    'Huawei Browser | 5 | HarmonyOS | 5.0 | mobile',
    'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.0.4.300',
  ],
  [
    'Huawei Browser | 5 | HarmonyOS | 5.0 | tablet',
    'Mozilla/5.0 (Tablet; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 HuaweiBrowser/5.1.2.300',
  ],
  [
    'Huawei Browser | 5 | HarmonyOS | 5.0 | desktop',
    'Mozilla/5.0 (PC; OpenHarmony 5.0; HarmonyOS 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 HuaweiBrowser/5.1.0.320',
  ],
  [
    'Amazon Silk | 127 | Android | 11 | tablet',
    'Mozilla/5.0 (Linux; Android 11; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/127.5.1 like Chrome/127.0.6533.103 Safari/537.36',
  ],
  [
    'Amazon Silk | 143 | Android | 11 | tablet',
    'Mozilla/5.0 (Linux; Android 11; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/143.2.1 like Chrome/143.0.7499.110 Safari/537.36',
  ],
  ['Amazon Silk | 138 | Android | - | tablet', `${LINUX} Silk/138.3.10 like Chrome/138.0.7204.243 Safari/537.36`],
  [
    'HeyTap Browser | 40 | Android | 11 | mobile',
    'Mozilla/5.0 (Linux; U; Android 11; zh-cn; PDRM00 Build/RKQ1.200903.002) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/70.0.3538.80 Mobile Safari/537.36 HeyTapBrowser/40.7.27.2',
  ],
  [
    'Vivo Browser | 15 | Android | 12 | mobile',
    'Mozilla/5.0 (Linux; Android 12; vivo 1938) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/123.0.6312.118 Mobile Safari/537.36 VivoBrowser/15.1.0.3',
  ],
  [
    'ArkWeb | 4 | HarmonyOS | 5.0 | mobile',
    'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36  ArkWeb/4.1.6.1 Mobile',
  ],
  [
    'Kindle | 3 | Android | - | tablet',
    'Mozilla/5.0 (X11; U; Linux armv7l like Android; en-us) AppleWebKit/531.2+ (KHTML, like Gecko) Version/5.0 Safari/533.2+ Kindle/3.0+',
  ],

  // Other browsers.
  ['Vivaldi | 7 | Linux | - | desktop', `${LINUX} Chrome/138.0.0.0 Safari/537.36 Vivaldi/7.5.3735.47`],
  ['Vivaldi | 5 | Windows | 10 | desktop', `${WINDOWS} Chrome/98.0.4758.102 Safari/537.36 Vivaldi/5.1.2567.49`],
  ['Yandex Browser | 25 | Windows | 10 | desktop', `${WINDOWS} Chrome/138.0.0.0 YaBrowser/25.8.0.0 Safari/537.36`],
  [
    'Yandex Browser | 26 | Android | 12 | mobile',
    'Mozilla/5.0 (Linux; arm_64; Android 12; CTR-L81) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.7871.119 YaBrowser/26.8.3.119.00 Mobile Safari/537.36',
  ],
  [
    'Yandex Browser | 25 | Linux | - | desktop',
    `${LINUX} Chrome/140.0.7339.63 YaBrowser/25.10.6.63.00 SA/3 Safari/537.36`,
  ],
  [
    'Yandex Browser | 24 | iOS | 17.5 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 YaBrowser/24.6.5.339.10 SA/3 Mobile/15E148 Safari/604.1',
  ],
  [
    'UC Browser | 13 | Android | 11 | mobile',
    'Mozilla/5.0 (Linux; U; Android 11; en-US; RMX2185 Build/RP1A.200720.011) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.7.5.1321 Mobile Safari/537.36',
  ],
  [
    'UC Browser | 15 | Android | 14 | mobile',
    'Mozilla/5.0 (Linux; U; Android 14; en-US; SM-S918B Build/UP1A.231005.007) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/15.5.6.1197 Mobile Safari/537.36',
  ],
  ['Naver Whale | 4 | Windows | 10 | desktop', `${WINDOWS} Chrome/138.0.0.0 Whale/4.33.325.17 Safari/537.36`],
  [
    'Naver Whale | 3 | Android | 13 | mobile',
    'Mozilla/5.0 (Linux; Android 13; SM-A536N) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.230 Whale/3.1.6.6 Mobile Safari/537.36',
  ],
  ['DuckDuckGo | 18 | macOS | - | desktop', `${MAC_SAFARI} Version/18.5 Safari/605.1.15 Ddg/18.5`],
  [
    'DuckDuckGo | 5 | Android | - | mobile',
    `${ANDROID} Version/4.0 Chrome/140.0.0.0 Mobile DuckDuckGo/5 Safari/537.36`,
  ],
  [
    'DuckDuckGo | 7 | iOS | 18.6 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15',
  ],
  ['DuckDuckGo | 26 | iOS | 26.6 | mobile', `${IPHONE_18} Version/26.6 Mobile/15E148 Safari/604.1 Ddg/26.6`],
  [
    'DuckDuckGo | 5 | Android | 17 | mobile',
    'Mozilla/5.0 (Linux; Android 17) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/153.0.0.0 Mobile DuckDuckGo/5 Safari/537.36',
  ],
  [
    'Ecosia | 11 | iOS | 18.6 | mobile',
    `${IPHONE_18} (Ecosia ios@11.2.0.2502) Version/18.0 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Ecosia | 150 | Android | - | mobile',
    `${ANDROID} Chrome/150.0.0.0 Mobile Safari/537.36 (Ecosia android@150.0.0.0)`,
  ],
  ['Brave | - | iOS | 26.6 | mobile', `${IPHONE_FROZEN} Version/26.6.1 Mobile/15E148 Safari/604.1 Brave`],
  [
    'QQ Browser | 14 | Android | 13 | mobile',
    'Mozilla/5.0 (Linux; U; Android 13; zh-cn; 22081212C Build/TKQ1.220829.002) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/109.0.5414.86 MQQBrowser/14.3 Mobile Safari/537.36',
  ],
  [
    'QQ Browser | 11 | Windows | 10 | desktop',
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.71 Safari/537.36 Core/1.94.197.400 QQBrowser/11.6.5265.400',
  ],
  [
    'QQ Browser | 13 | iOS | 13.3 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 13_3_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 MQQBrowser/13.0.1 Mobile/15E148 Safari/604.1 QBWebViewUA/2 QBWebViewType/1 WKType/1',
  ],
  ['Sogou Browser | 1 | Windows | 10 | desktop', `${WINDOWS} Chrome/116.0.5845.97 Safari/537.36 SE 2.X MetaSr 1.0`],
  [
    'Sogou Browser | 5 | Android | 10 | mobile',
    'Mozilla/5.0 (Linux; Android 10; MI 9 Build/QKQ1.190825.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/83.0.4103.106 Mobile Safari/537.36 AWP/2.0 SogouMSE,SogouMobileBrowser/5.31.8',
  ],
  [
    'Quark | 6 | Android | 12 | mobile',
    'Mozilla/5.0 (Linux; U; Android 12; zh-CN; JEF-AN00 Build/HUAWEIJEF-AN00) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 Quark/6.8.2.386 Mobile Safari/537.36',
  ],
  [
    'Quark | 6 | iOS | 17.2 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Quark/6.5.0.388',
  ],
  [
    'Cốc Cốc | 112 | Windows | 10 | desktop',
    `${WINDOWS} coc_coc_browser/112.0.174 Chrome/106.0.5249.174 Safari/537.36`,
  ],
  ['Avast Secure Browser | 139 | Windows | 10 | desktop', `${WINDOWS} Chrome/139.0.0.0 Safari/537.36 Avast/139.0.0.0`],
  ['AVG Secure Browser | 131 | Windows | 10 | desktop', `${WINDOWS} Chrome/131.0.0.0 Safari/537.36 AVG/131.0.0.0`],
  [
    'Norton Private Browser | 124 | Windows | 10 | desktop',
    `${WINDOWS} Chrome/124.0.0.0 Safari/537.36 Norton/124.0.0.0`,
  ],
  ['ChatGPT Atlas | 1 | macOS | - | desktop', `${MAC} Chrome/141.0.0.0 Safari/537.36 Atlas/1.0`],
  [
    'GNOME Web | 18 | Linux | - | desktop',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15 Epiphany/605.1.15',
  ],
  [
    'Falkon | 24 | Linux | - | desktop',
    `${LINUX} QtWebEngine/6.7.2 Chrome/118.0.5993.220 Safari/537.36 Falkon/24.08.0`,
  ],
  ['Maxthon | 7 | Windows | 10 | desktop', `${WINDOWS} Chrome/114.0.0.0 Safari/537.36 Maxthon/7.2.2.2000`],
  ['Atom | 28 | Windows | 10 | desktop', `${WINDOWS} Chrome/128.0.0.0 Safari/537.36 Atom/28.0.0.0`],
  [
    'Phoenix Browser | 12 | Android | 11 | mobile',
    'Mozilla/5.0 (Linux; Android 11; Infinix X688B Build/RP1A.200720.011; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/110.0.5481.154 Mobile Safari/537.36 PHX/12.9',
  ],

  // Inside apps.
  [
    'Facebook | 530 | iOS | 18.6 | mobile',
    `${IPHONE_18} Mobile/22G86 [FBAN/FBIOS;FBAV/530.0.0.34.70;FBBV/790987654;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/18.6;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5]`,
  ],
  ['Facebook | 530 | Android | 16 | mobile', `${PIXEL_VIEW} [FB_IAB/FB4A;FBAV/530.0.0.48.74;]`],
  [
    'Facebook | 571 | iOS | 26.6 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/23G5052d Safari/604.1 [FBAN/FBIOS;FBAV/571.0.0.55.72;FBBV/1023852577;FBDV/iPhone16,1;FBMD/iPhone;FBSN/iOS;FBSV/26.6;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5;FBRV/1029358727;IABMV/1]',
  ],
  [
    'Facebook | - | iOS | 18.6 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22G100 Safari/604.1 MetaIAB Facebook',
  ],
  [
    'Facebook | 480 | iPadOS | 17.6 | tablet',
    'Mozilla/5.0 (iPad; CPU OS 17_6_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21G93 [FBAN/FBIOS;FBAV/480.0.0.37.109;FBBV/640000000;FBDV/iPad13,1;FBMD/iPad;FBSN/iPadOS;FBSV/17.6.1;FBSS/2;FBID/tablet;FBLC/en_US;FBOP/5]',
  ],
  [
    'Facebook | 287 | Android | 9 | mobile',
    'Mozilla/5.0 (Linux; Android 9; SM-J260G Build/PPR1.180610.011; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/97.0.4692.98 Mobile Safari/537.36 [FBAN/EMA;FBLC/en_US;FBAV/287.0.0.12.118;]',
  ],
  [
    'Facebook | - | Android | 16 | mobile',
    'Mozilla/5.0 (Linux; Android 16; Pixel 10 Pro XL Build/CP1A.260305.018; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/146.0.7680.174 Mobile Safari/537.36 MetaIAB Facebook',
  ],
  [
    'Messenger | 520 | iOS | - | mobile',
    `${IPHONE_18} Mobile/22G86 [FBAN/MessengerForiOS;FBAV/520.0.0.35.109;FBBV/780000000;FBDV/iPhone15,2]`,
  ],
  [
    'Messenger | 439 | Android | 13 | mobile',
    'Mozilla/5.0 (Linux; Android 13; SM-A536U Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.6099.230 Mobile Safari/537.36 [FB_IAB/Orca-Android;FBAV/439.0.0.29.119;]',
  ],
  [
    'Instagram | 400 | iOS | 18.6 | mobile',
    `${IPHONE_18} Mobile/22G86 Instagram 400.0.0.28.73 (iPhone15,2; iOS 18_6; en_US; en; scale=3.00; 1179x2556; IABMV/1; 786543210)`,
  ],
  [
    'Instagram | 400 | Android | 16 | mobile',
    `${PIXEL_VIEW} Instagram 400.0.0.49.68 Android (36/16; 420dpi; 1080x2424; Google/google; Pixel 9; tokay; tokay; en_US; 789012345)`,
  ],
  [
    'Instagram | 393 | iOS | 18.5 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 Instagram 393.1.0.36.70 (iPhone15,3; iOS 18_5; en_US; en; scale=3.00; 1290x2796; IABMV/1; 776538208) Safari/604.1',
  ],
  [
    'Instagram | 441 | Android | 17 | mobile',
    'Mozilla/5.0 (Linux; Android 17; Pixel 10 Pro XL Build/CP2A.260705.006; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/151.0.7922.97 Mobile Safari/537.36 Instagram 441.0.0.0.72 Android (37/17; 480dpi; 1344x2992; Google/google; Pixel 10 Pro XL; mustang; mustang; en_US; 1053334455)',
  ],
  [
    'Threads | 390 | Android | 16 | mobile',
    `${PIXEL_VIEW} Barcelona 390.0.0.30.85 Android (36/16; 420dpi; 1080x2424; Google/google; Pixel 9; tokay; tokay; en_US; 789012346)`,
  ],
  [
    'Threads | 448 | Android | 16 | mobile',
    'Mozilla/5.0 (Linux; Android 16; SM-S926U Build/BP4A.251205.006; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/153.0.8010.36 Mobile Safari/537.36 Barcelona 448.0.0.54.85 Android (36/16; 540dpi; 1080x2340; samsung; SM-S926U; e2q; qcom; en_US; 1073639361)',
  ],
  [
    'TikTok | 41 | iOS | - | mobile',
    `${IPHONE_18} Mobile/15E148 musical_ly_41.2.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US BytedanceWebview/d8a21c6`,
  ],
  ['TikTok | - | Android | 16 | mobile', `${PIXEL_VIEW} trill_410203 AppName/musical_ly BytedanceWebview/d8a21c6`],
  [
    'TikTok | 41 | iOS | 18.6 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari/604.1 musical_ly_41.9.0',
  ],
  [
    'TikTok | 33 | Android | 14 | mobile',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240105.004; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/121.0.6167.143 Mobile Safari/537.36 musical_ly_2023303040 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/33.3.4 ByteLocale/en ByteFullLocale/en Region/US BytedanceWebview/d8a21c6',
  ],
  [
    'Snapchat | 13 | iOS | - | mobile',
    `${IPHONE_18} Mobile/15E148 Snapchat/13.52.0.42 (like Safari/8621.3.11.10.3, panda)`,
  ],
  [
    'Snapchat | 14 | iOS | 26.6 | mobile',
    `${IPHONE_FROZEN} Version/26.6.1 Mobile/15E148 Snapchat/14.25.0.48 (like Safari/8624.5.1.10.3, panda)`,
  ],
  [
    'Snapchat | 12 | Android | 14 | mobile',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240705.005; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.179 Mobile Safari/537.36 Snapchat/12.80.0.40 (Pixel 8; Android 14#AP2A.240705.005#34; gzip)',
  ],
  ['LinkedIn | 9 | iOS | - | mobile', `${IPHONE_18} Mobile/15E148 [LinkedInApp]/9.31.4521`],
  [
    'LinkedIn | - | iOS | 14.6 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 14_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]',
  ],
  [
    'LinkedIn | 4 | Android | 14 | mobile',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/129.0.6668.81 Mobile Safari/537.36 [LinkedInApp]/4.1.1010',
  ],
  ['Pinterest | - | Android | 16 | mobile', `${PIXEL_VIEW} [Pinterest/Android]`],
  ['Pinterest | - | iOS | 17.5 | mobile', `${IPHONE_17} Mobile/15E148 [Pinterest/iOS]`],
  [
    'Pinterest | - | iPadOS | 16.7 | tablet',
    'Mozilla/5.0 (iPad; CPU OS 16_7_10 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]',
  ],
  ['X | 11 | iOS | - | mobile', `${IPHONE_18} Mobile/22G86 Twitter for iPhone/11.20`],
  ['X | - | Android | 16 | mobile', `${PIXEL_VIEW} TwitterAndroid`],
  [
    'X | - | iOS | 10.2 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 10_2_1 like Mac OS X) AppleWebKit/602.3.12 (KHTML, like Gecko) Mobile/14D27 Twitter for iPhone',
  ],
  [
    'Telegram | 12 | Android | 16 | mobile',
    'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.7390.97 Mobile Safari/537.36 Telegram-Android/12.1.1 (Google Pixel 9; Android 16; SDK 36; HIGH)',
  ],
  [
    'Telegram | 11 | Android | 14 | mobile',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Mobile Safari/537.36 Telegram-Android/11.2.2 (Google Pixel 8; Android 14; SDK 34; HIGH)',
  ],
  ['Google App | 388 | iOS | 18.6 | mobile', `${IPHONE_18} GSA/388.0.811331708 Mobile/15E148 Safari/604.1`],
  ['Google App | 439 | iOS | 26.6 | mobile', `${IPHONE_26} GSA/439.4.980558000 Mobile/15E148 Safari/604.1`],
  [
    'Google App | 15 | Android | 14 | mobile',
    'Mozilla/5.0 (Linux; Android 14; SM-A546B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/128.0.6613.146 Mobile Safari/537.36 GSA/15.35.44.29.arm64',
  ],
  [
    'Google App | 439 | iPadOS | 26.6 | tablet',
    'Mozilla/5.0 (iPad; CPU OS 26_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/439.4.980558000 Mobile/15E148 Safari/604.1',
  ],
  [
    'WeChat | 8 | iOS | - | mobile',
    `${IPHONE_18} Mobile/15E148 MicroMessenger/8.0.61(0x18003d29) NetType/WIFI Language/zh_CN`,
  ],
  [
    'WeChat | 8 | Android | 13 | mobile',
    'Mozilla/5.0 (Linux; Android 13; V2185A Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160065 MMWEBSDK/20231202 MMWEBID/2247 MicroMessenger/8.0.47.2560(0x28002F30) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64',
  ],
  [
    'WeChat | 7 | Windows | 10 | desktop',
    `${WINDOWS} Chrome/132.0.0.0 Safari/537.36 MicroMessenger/7.0.20.1781(0x6700143B) NetType/WIFI MiniProgramEnv/Windows WindowsWechat/WMPF WindowsWechat(0x63090a13) XWEB/13639 Flue`,
  ],
  ['LINE | 15 | iOS | - | mobile', `${IPHONE_18} Mobile/15E148 Safari Line/15.14.0`],
  [
    'LINE | 13 | Android | 13 | mobile',
    'Mozilla/5.0 (Linux; Android 13; SM-S901N Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/119.0.6045.163 Mobile Safari/537.36 Line/13.19.1/IAB',
  ],
  ['KakaoTalk | 25 | Android | 16 | mobile', `${PIXEL_VIEW};KAKAOTALK 2508010 KAKAOTALK 25.8.1`],
  [
    'KakaoTalk | 25 | iOS | 18.1 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 KAKAOTALK 25.8.0',
  ],
  [
    'Naver App | 12 | iOS | - | mobile',
    `${IPHONE_18} Mobile/15E148 Safari/605.1 NAVER(inapp; search; 2000; 12.15.5; 15PRO)`,
  ],
  [
    'Naver App | 12 | Android | 14 | mobile',
    'Mozilla/5.0 (Linux; Android 14; SM-S928N) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.6723.102 Whale/1.0.0.0 Crosswalk/30.130.0.11 Mobile Safari/537.36 NAVER(inapp; search; 1000; 12.9.2)',
  ],
  [
    'Baidu App | 15 | Android | 12 | mobile',
    'Mozilla/5.0 (Linux; Android 12; SM-G9910 Build/SP1A.210812.016; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/97.0.4692.98 Mobile Safari/537.36 T7/15.20 SP-engine/3.4.0 baiduboxapp/15.20.0.10 (Baidu; P1 12)',
  ],
  [
    'Baidu App | 13 | iOS | 17.5 | mobile',
    `${IPHONE_17} Mobile/15E148 SP-engine/2.94.0 main%2F1.0 baiduboxapp/13.62.0.10 (Baidu; P2 17.5)`,
  ],
  ['Android WebView | 141 | Android | 16 | mobile', PIXEL_VIEW],
  [
    'Android WebView | 125 | Android | - | mobile',
    'Mozilla/5.0 (Linux; Android 10; K; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Android WebView | 153 | Android | 15 | mobile',
    'Mozilla/5.0 (Linux; Android 15; V2302 Build/AP3A.240905.015.A2_NONFCCS; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/153.0.8010.36 Mobile Safari/537.36',
  ],
  ['Safari (in-app) | - | iOS | - | mobile', `${IPHONE_18} Mobile/15E148`],
  [
    'Yandex App | 24 | Android | 12 | mobile',
    'Mozilla/5.0 (Linux; arm_64; Android 12; SM-A125F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 YaApp_Android/24.66.1 YaSearchBrowser/24.66.1 BroPP/1.0 SA/3 Mobile Safari/537.36',
  ],
  [
    'QQ | 8 | Android | 12 | mobile',
    'Mozilla/5.0 (Linux; Android 12; PEGM00 Build/SKQ1.210216.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/89.0.4389.72 MQQBrowser/6.2 TBS/046295 Mobile Safari/537.36 V1_AND_SQ_8.9.58_4108_YYB_D A_8095800 QQ/8.9.58.11175 NetType/WIFI WebP/0.3.0 AppId/537155547',
  ],
  [
    'WhatsApp | 2 | iOS | 26.0 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0.1 Mobile/15E148 Safari/604.1 [WAiOS/2.25.31]',
  ],
  ['WhatsApp | 2 | Android | - | mobile', `${ANDROID} Chrome/141.0.7390.124 Mobile Safari/537.36 [WA4A/2.25.32.75;]`],
  [
    'Douyin | 29 | iOS | 17.5 | mobile',
    `${IPHONE_17} Mobile/15E148 aweme_29.3.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/zh`,
  ],
  ['Xiaohongshu | 8 | iOS | 17.5 | mobile', `${IPHONE_17} Mobile/15E148 xhsdiscover/8.40 NetType/WiFi`],
  [
    'Reddit | 2026 | Android | 15 | mobile',
    'Mozilla/5.0 (Linux; Android 15; 23129RN51X Build/AP3A.240905.015.A2; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/148.0.7778.215 Mobile Safari/537.36 Reddit/Version 2026.23.0/Build 2623040/Android 15',
  ],
  [
    'Reddit | 2024 | iOS | 17.5 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Reddit/Version 2024.28.0/Build 613471/iOS Version 17.5.1 (Build 21F90)',
  ],
  [
    'Discord | 1 | Windows | 10 | desktop',
    `${WINDOWS} discord/1.0.9215 Chrome/138.0.7204.251 Electron/37.6.0 Safari/537.36`,
  ],
  [
    'Slack | 4 | macOS | - | desktop',
    `${MAC} Slack/4.38.125 Chrome/124.0.6367.119 Electron/30.0.3 Safari/537.36 Sonic Slack_SSB/4.38.125`,
  ],
  [
    'Slack | 4 | Linux | - | desktop',
    `${LINUX} Slack/4.45.0 Chrome/138.0.7204.97 Electron/37.2.3 Safari/537.36 Slack_SSB/4.45.0`,
  ],
  ['Electron | 37 | macOS | - | desktop', `${MAC} obsidian/1.9.7 Chrome/138.0.7204.100 Electron/37.2.4 Safari/537.36`],
  [
    'Electron | 39 | Windows | 10 | desktop',
    `${WINDOWS} Code/1.115.0 Chrome/142.0.7444.265 Electron/39.8.5 Safari/537.36`,
  ],
  [
    'WeCom | 4 | iOS | 17.5 | mobile',
    `${IPHONE_17} Mobile/15E148 wxwork/4.1.22 MicroMessenger/7.0.1 Language/zh ColorScheme/Light`,
  ],
  [
    'Alipay | 10 | iOS | 18.6 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22G100 ChannelId(17) Ariver/1.1.0 AliApp(AP/10.8.30.6000) Nebula WK RVKType(0) AlipayDefined(nt:WIFI,ws:390|780|3.0,ac:ss) AlipayClient/10.8.30.6000 Language/zh-Hans Region/CN NebulaX/1.0.0 XRiver/10.2.58.1',
  ],
  [
    'Weibo | 16 | iOS | 17.6 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Weibo (iPhone15,3__weibo__16.2.0__iphone__os17.6)',
  ],
  ['DingTalk | 7 | iOS | 17.5 | mobile', `${IPHONE_17} Mobile/15E148 AliApp(DingTalk/7.5.0) com.laiwang.DingTalk/1`],
  ['Lark | 7 | macOS | - | desktop', `${MAC} Lark/7.10.5 Chrome/112.0.5615.165 Safari/537.36 LarkLocale/zh_CN`],
  [
    'Yahoo! Japan | 3 | Android | 13 | mobile',
    'Mozilla/5.0 (Linux; Android 13; SH-M20 Build/TKQ1.220915.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/132.0.6834.163 Mobile Safari/537.36 YJApp-ANDROID jp.co.yahoo.android.yjtop/3.187.0',
  ],
  [
    'Yahoo! Japan | 4 | iPadOS | 18.1 | tablet',
    'Mozilla/5.0 (iPad; CPU OS 18_1_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 YJApp-IOS jp.co.yahoo.ipn.appli/4.131.0',
  ],
  [
    'Zalo | - | iOS | 16.0 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Zalo iOS/502 ZaloTheme/light ZaloLanguage/vn',
  ],
  [
    'Bing | 31 | iOS | 17.1 | mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/605.1.15 BingSapphire/31.8.430522001',
  ],

  // Televisions, consoles, headsets, cars and what else has a browser.
  [
    'Amazon Silk | 120 | Android | 9 | tv',
    'Mozilla/5.0 (Linux; Android 9; AFTKA) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120.4.1 like Chrome/120.0.6099.144 Safari/537.36',
  ],
  [
    'Amazon Silk | 118 | Android | 9 | tv',
    'Mozilla/5.0 (Linux; Android 9; AFTMM Build/PS7633) AppleWebKit/537.36 (KHTML, like Gecko) Silk/118.2.4 like Chrome/118.0.5993.155 Safari/537.36',
  ],
  [
    'Samsung Internet | 5 | Tizen | 7.0 | tv',
    'Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/5.0 Chrome/94.0.4606.31/7.0 TV Safari/537.36',
  ],
  [
    'Samsung Internet | - | Tizen | 6.0 | tv',
    'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36',
  ],
  [
    'Samsung Internet | - | Tizen | 2.4 | tv',
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 2.4.0) AppleWebKit/538.1 (KHTML, like Gecko) Version/2.4.0 TV Safari/538.1',
  ],
  [
    'Chrome | 108 | webOS | - | tv',
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.5359.211 Safari/537.36 WebAppManager',
  ],
  [
    'Chrome | 120 | webOS | - | tv',
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.270 Safari/537.36 WebAppManager',
  ],
  [
    'Chrome | 79 | webOS | - | tv',
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.79 Safari/537.36 WebAppManager',
  ],
  [
    'Chrome | 111 | VIDAA | 9.0 | tv',
    'Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/111.0.5563.146 Odin/111.5563.5.1 Safari/537.36 Model/VIDAA-MTK9603 VIDAA/9.0(Hisense;SmartTV;65A60LXVT;MTK9603/V0000.09.01W.P0714;UHD;65A6N;)',
  ],
  [
    'Chrome | 107 | Android | 12 | tv',
    'Mozilla/5.0 (Linux; Android 12; BRAVIA 4K UR3 Build/STTB.211019.001) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/107.0.5304.105 Safari/537.36',
  ],
  [
    'Chrome | 88 | Chromecast | 1.54 | tv',
    'Mozilla/5.0 (X11; Linux aarch64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/88.0.4324.188 Safari/537.36 CrKey/1.54.250320',
  ],
  [
    'PlayStation Browser | - | PlayStation | 5 | other',
    'Mozilla/5.0 (PlayStation; PlayStation 5/8.00) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 Safari/605.1.15',
  ],
  [
    'PlayStation Browser | - | PlayStation | 4 | other',
    'Mozilla/5.0 (PlayStation; PlayStation 4/12.00) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  ],
  [
    'Edge | 44 | Xbox | One | other',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0.3282.140 Safari/537.36 Edge/44.18363.8131',
  ],
  [
    'Edge | 15 | Windows Phone | 10.0 | mobile',
    'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15254',
  ],
  [
    'Edge | 131 | Xbox | Series X | other',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
  ],
  [
    'Meta Quest Browser | 38 | Android | - | other',
    'Mozilla/5.0 (X11; Linux x86_64; Quest 3) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/38.2.0.7.51 Chrome/136.0.7103.177 VR Safari/537.36',
  ],
  [
    'Meta Quest Browser | 29 | Android | 12 | other',
    'Mozilla/5.0 (Linux; Android 12; Quest 2) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/29.0.0.3.89 Chrome/116.0.5845.188 Mobile VR Safari/537.36',
  ],
  [
    'Meta Quest Browser | 39 | Android | - | other',
    'Mozilla/5.0 (X11; Linux x86_64; Quest 3) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/39.3.0.11.46.766180192 Chrome/136.0.7103.177 VR Safari/537.36',
  ],
  [
    'Tesla | 2025 | Linux | - | other',
    'Mozilla/5.0 (X11; GNU/Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chromium/136.0.7103.114 Chrome/136.0.7103.114 Safari/537.36 Tesla/2025.26.8',
  ],
  [
    'Tesla | 2020 | Linux | - | other',
    'Mozilla/5.0 (X11; GNU/Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.130 Safari/537.36 Tesla/2020.16.2.1-e99c70fff409',
  ],
  [
    'Firefox | 84 | KaiOS | 3.1 | mobile',
    'Mozilla/5.0 (Mobile; Nokia_2780_Flip; rv:84.0) Gecko/84.0 Firefox/84.0 KAIOS/3.1',
  ],
  [
    'Firefox | 48 | KaiOS | 2.5 | mobile',
    'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5.1',
  ],
  [
    'Android WebView | 146 | Android | 14 | tv',
    'Mozilla/5.0 (Linux; Android 14; Chromecast HD Build/UTTC.250917.004; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/146.0.7680.177 Mobile Safari/537.36',
  ],
  [
    'Android WebView | 128 | Android | 14 | tv',
    'Mozilla/5.0 (Linux; Android 14; Google TV Streamer Build/UTT3.240625.001.K5; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/128.0.6613.114 Mobile Safari/537.36',
  ],
  [
    'Android WebView | 115 | Android | 11 | tv',
    'Mozilla/5.0 (Linux; Android 11; SHIELD Android TV Build/RQ1A.210105.003; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/115.0.5790.166 Mobile Safari/537.36',
  ],
  [
    'Nintendo Browser | 5 | Nintendo | Switch | other',
    'Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/609.4 (KHTML, like Gecko) NF/6.0.2.21.3 NintendoBrowser/5.1.0.22023',
  ],
  [
    'PICO Browser | 3 | Android | 10 | other',
    'Mozilla/5.0 (Linux; Android 10; Pico Neo 3 Link) AppleWebKit/537.36 (KHTML, like Gecko) PicoBrowser/3.3.22 Chrome/105.0.5195.68 VR Safari/537.36  OculusBrowser/7.0',
  ],
  [
    'BlackBerry Browser | 10 | BlackBerry | 10 | mobile',
    'Mozilla/5.0 (BB10; Touch) AppleWebKit/537.10+ (KHTML, like Gecko) Version/10.3.3.2205 Mobile Safari/537.10+',
  ],
  [
    'Internet Explorer | 11 | Windows Phone | 8.1 | mobile',
    'Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; ARM; Trident/7.0; Touch; rv:11.0; IEMobile/11.0; NOKIA; Lumia 930) like iPhone OS 7_0_3 Mac OS X AppleWebKit/537 (KHTML, like Gecko) Mobile Safari/537',
  ],
];
