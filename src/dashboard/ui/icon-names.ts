/** An icon of a brand, as the build draws it, and the names of sources, browsers and systems that it stands for. */
interface BrandIcon {
  /** Its name in the package `bootstrap-icons`. */
  readonly bootstrap?: string;
  /** Its own path, on a square of 24; holes are where it covers itself twice. */
  readonly path?: string;
  /** The brand's color; by default the one in `simple-icons`, else the color of text. */
  readonly color?: string;
  readonly names: readonly string[];
}

/** Returns an icon of the package `simple-icons`, where it has the name of its key. */
const simple = (...names: readonly string[]): BrandIcon => ({ names });

/**
 * The icons of sources, browsers and systems, by their names in `icons.svg`. Names without an icon get a letter. The
 * file is a part of the dashboard's first page, and each icon adds about 120 bytes to it.
 */
export const brandIcons: Readonly<Record<string, BrandIcon>> = {
  direct: { bootstrap: 'arrow-right-circle', names: ['Direct'] },
  unknown: { bootstrap: 'question-circle', names: ['Unknown'] },

  // Search and assistants.
  baidu: simple('Baidu', 'Baidu App', 'Baidu Browser', 'Baidu Tieba'),
  bing: {
    path: 'M4.5 1v18.6l4.7 2.9 10.3-6v-4.7l-9.1-3.2 1.8 4.5 2.9 1.4-5.9 3.4V2.7z',
    color: '#0a7cd1',
    names: ['Bing', 'Bing Webmaster Tools'],
  },
  claude: simple('Claude'),
  deepseek: simple('DeepSeek'),
  duckduckgo: simple('DuckDuckGo', 'Duck.ai'),
  ecosia: simple('Ecosia'),
  google: simple('Google', 'Google App', 'Google Account', 'Google Shopping', 'Google Sites', 'Google Groups'),
  googlegemini: simple('Gemini', 'Google AI Studio'),
  googlenews: simple('Google News'),
  googlescholar: simple('Google Scholar'),
  kagi: simple('Kagi'),
  meta: simple('Meta AI', 'Meta Quest Browser'),
  mistralai: simple('Le Chat', 'Mistral AI'),
  naver: simple(
    'Naver',
    'Naver App',
    'Naver Blog',
    'Naver Cafe',
    'Naver Mail',
    'Naver Shopping',
    'Naver TV',
    'Naver Whale',
  ),
  openai: { bootstrap: 'openai', names: ['ChatGPT', 'ChatGPT Atlas', 'OpenAI'] },
  perplexity: simple('Perplexity'),
  qwant: simple('Qwant'),
  startpage: simple('Startpage'),

  // Social networks, messengers, communities.
  bluesky: simple('Bluesky'),
  devdotto: simple('DEV'),
  discord: simple('Discord'),
  facebook: simple('Facebook'),
  flipboard: simple('Flipboard'),
  instagram: simple('Instagram'),
  kakaotalk: simple('KakaoTalk', 'KakaoStory'),
  line: simple('LINE'),
  linkedin: { bootstrap: 'linkedin', color: '#0a66c2', names: ['LinkedIn'] },
  lobsters: simple('Lobsters'),
  mastodon: simple('Mastodon'),
  medium: simple('Medium'),
  messenger: simple('Messenger'),
  pinterest: simple('Pinterest'),
  producthunt: simple('Product Hunt'),
  quora: simple('Quora'),
  reddit: simple('Reddit'),
  slack: { bootstrap: 'slack', color: '#7c3a7e', names: ['Slack'] },
  snapchat: simple('Snapchat'),
  stackexchange: simple('Stack Exchange'),
  stackoverflow: simple('Stack Overflow'),
  steam: simple('Steam'),
  substack: simple('Substack'),
  telegram: simple('Telegram'),
  threads: simple('Threads'),
  tiktok: simple('TikTok', 'Douyin'),
  tumblr: simple('Tumblr'),
  vk: simple('VK', 'VK Video'),
  wechat: simple('WeChat', 'WeCom'),
  whatsapp: simple('WhatsApp'),
  x: simple('X'),
  xing: simple('XING'),
  ycombinator: simple('Hacker News'),

  // Video, mail, shops and other sites.
  amazon: { bootstrap: 'amazon', color: '#ff9900', names: ['Amazon', 'Amazon Silk', 'Kindle'] },
  dropbox: simple('Dropbox'),
  etsy: simple('Etsy'),
  github: simple('GitHub'),
  gitlab: simple('GitLab'),
  gmail: simple('Gmail'),
  googledocs: simple('Google Docs'),
  googledrive: simple('Google Drive'),
  microsoft: {
    path: 'M1 1h10.5v10.5H1zM12.5 1H23v10.5H12.5zM1 12.5h10.5V23H1zM12.5 12.5H23V23H12.5z',
    color: '#0078d4',
    names: ['Microsoft 365', 'Microsoft Copilot', 'Microsoft Teams', 'MSN', 'Outlook', 'SharePoint', 'Viva Engage'],
  },
  netflix: simple('Netflix'),
  notion: simple('Notion'),
  npm: simple('npm'),
  protonmail: simple('Proton Mail'),
  spotify: simple('Spotify'),
  twitch: simple('Twitch'),
  vimeo: simple('Vimeo'),
  wikipedia: simple('Wikipedia', 'Wikimedia'),
  wordpress: simple('WordPress.com'),
  youtube: simple('YouTube'),

  // Browsers.
  brave: simple('Brave', 'Brave Search'),
  edge: { bootstrap: 'browser-edge', color: '#0c7fb5', names: ['Edge'] },
  firefox: simple('Firefox', 'Firefox Focus', 'Firefox Klar', 'Firefox OS'),
  googlechrome: simple('Chrome', 'Chromium', 'Headless Chrome', 'ChromeOS', 'Chrome Web Store'),
  huawei: simple('Huawei Browser', 'HarmonyOS', 'ArkWeb'),
  opera: simple('Opera', 'Opera Air', 'Opera GX', 'Opera Mini', 'Opera Mobile'),
  qq: simple('QQ', 'QQ Browser', 'QQ Mail'),
  safari: {
    path: 'M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22m6.5 4.5-4.5 8.5-8.5 4.5 4.5-8.5zM12 10.6a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8z',
    color: '#0a84ff',
    names: ['Safari', 'Safari (in-app)'],
  },
  samsung: {
    path: 'M12 5a7 7 0 0 1 6.7 5q3.3-.3 4.2 1 .9 2-3.6 4.5a7 7 0 0 1-6.8 3.5 7 7 0 0 1-5.5-3q-5 .5-5.9-1.1-.9-2 3.9-4.7A7 7 0 0 1 12 5',
    color: '#7b61ff',
    names: ['Samsung Internet'],
  },
  vivaldi: simple('Vivaldi'),
  xiaomi: simple('Mi Browser'),

  // Systems.
  android: simple('Android', 'Android Browser', 'Android WebView'),
  apple: simple('Apple TV', 'App Store', 'iCloud', 'iOS', 'iPadOS', 'macOS', 'watchOS'),
  googlecast: simple('Chromecast'),
  linux: { bootstrap: 'tux', names: ['Linux'] },
  nintendo: { bootstrap: 'nintendo-switch', color: '#e60012', names: ['Nintendo', 'Nintendo Browser'] },
  playstation: simple('PlayStation', 'PlayStation Browser'),
  windows: { bootstrap: 'windows', color: '#0078d4', names: ['Windows', 'Windows Mobile', 'Windows Phone'] },
  xbox: { bootstrap: 'xbox', color: '#107c10', names: ['Xbox'] },
};

/** Icons of `bootstrap-icons` for the kinds of devices. */
export const deviceIcons: Readonly<Record<string, string>> = {
  desktop: 'display',
  mobile: 'phone',
  tablet: 'tablet-landscape',
  tv: 'tv',
  other: 'cpu',
};
