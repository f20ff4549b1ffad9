/** User agents of programs, as they send them. */
export const bots: readonly (readonly [what: string, userAgent: string])[] = [
  // Search engines.
  ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  [
    'Googlebot for telephones',
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  ],
  ['Googlebot for pictures', 'Googlebot-Image/1.0'],
  [
    'GoogleOther',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GoogleOther) Chrome/141.0.0.0 Safari/537.36',
  ],
  ['Google’s inspection tool', 'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)'],
  ['AdsBot', 'AdsBot-Google (+http://www.google.com/adsbot.html)'],
  ['Google’s advertisements', 'Mediapartners-Google'],
  [
    'Bingbot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/136.0.0.0 Safari/537.36',
  ],
  [
    'Applebot',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
  ],
  ['DuckDuckBot', 'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)'],
  ['YandexBot', 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'],
  ['Baidu’s spider', 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)'],
  ['Sogou’s spider', 'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)'],
  ['Naver’s Yeti', 'Mozilla/5.0 (compatible; Yeti/1.1; +https://naver.me/spd)'],
  [
    'Seznam',
    'Mozilla/5.0 (compatible; SeznamBot/4.0; +https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/)',
  ],
  ['PetalBot', 'Mozilla/5.0 (compatible;PetalBot;+https://webmaster.petalsearch.com/site/petalbot)'],
  ['Qwant', 'Mozilla/5.0 (compatible; Qwantbot/1.0; +https://help.qwant.com/bot/)'],

  // Artificial intelligence.
  ['GPTBot', 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)'],
  [
    'OpenAI’s search',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36; compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot',
  ],
  [
    'ChatGPT, asked by a person',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  ],
  [
    'ClaudeBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  ],
  [
    'Claude, asked by a person',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)',
  ],
  [
    'PerplexityBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
  ],
  [
    'Perplexity, asked by a person',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)',
  ],
  [
    'Bytespider',
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; https://zhanzhang.toutiao.com/)',
  ],
  [
    'Amazonbot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) Chrome/119.0.6045.214 Safari/537.36',
  ],
  ['Meta’s crawler', 'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)'],
  ['Meta’s fetcher', 'meta-externalfetcher/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)'],
  [
    'Mistral, asked by a person',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)',
  ],
  ['DuckAssist', 'DuckAssistBot/1.2; (+http://duckduckgo.com/duckassistbot.html)'],
  ['Common Crawl', 'CCBot/2.0 (https://commoncrawl.org/faq/)'],
  ['Cohere', 'cohere-ai'],
  ['the Allen Institute', 'Mozilla/5.0 (compatible) AI2Bot (+https://www.allenai.org/crawler)'],
  ['ChatGLM', 'Mozilla/5.0 (compatible; ChatGLM-Spider/1.0; +https://chatglm.cn/)'],
  ['Diffbot', 'Mozilla/5.0 (compatible; Diffbot/0.1; +http://www.diffbot.com)'],
  ['You.com', 'Mozilla/5.0 (compatible; YouBot/1.0; +https://about.you.com/youbot/)'],

  // Previews of links.
  ['Slack', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['Discord', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
  ['WhatsApp', 'WhatsApp/2.23.20.0 A'],
  ['Facebook', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  ['Telegram', 'TelegramBot (like TwitterBot)'],
  ['X', 'Twitterbot/1.0'],
  ['LinkedIn', 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
  ['Pinterest', 'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)'],
  ['Reddit', 'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)'],
  ['Snapchat', 'Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots'],
  [
    'Bluesky',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app) Chrome/100.0.0.0 Safari/537.36',
  ],
  ['Mastodon', 'Mastodon/4.3.1 (http.rb/5.2.0; +https://mastodon.social/) Bot'],
  ['LINE', 'facebookexternalhit/1.1;line-poker/1.0'],
  [
    'Skype and Teams',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  ],
  ['Iframely', 'Iframely/1.3.1 (+https://iframely.com/docs/about)'],

  // Who measures, watches and keeps the web.
  ['Ahrefs', 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'],
  ['Semrush', 'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)'],
  ['Majestic', 'Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)'],
  ['Moz', 'Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot; help@moz.com)'],
  ['DataForSEO', 'Mozilla/5.0 (compatible; DataForSeoBot/1.0; +https://dataforseo.com/dataforseo-bot)'],
  ['the Internet Archive', 'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)'],
  ['UptimeRobot', 'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
  ['Pingdom', 'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)'],
  [
    'StatusCake',
    'Mozilla/5.0 (Windows NT 6.2; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/98 Safari/537.36 (StatusCake)',
  ],
  [
    'Better Uptime',
    'Better Uptime Bot Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/74.0.3729.169 Safari/537.36',
  ],
  [
    'Datadog',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36 DatadogSynthetics',
  ],
  ['Site24x7', 'Site24x7'],
  [
    'GTmetrix',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.0.0 Safari/537.36 GTmetrix',
  ],
  [
    'Lighthouse',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Chrome-Lighthouse',
  ],
  ['Feedly', 'Feedly/1.0 (+http://www.feedly.com/fetcher.html; like FeedFetcher-Google)'],
  ['Vercel', 'vercel-screenshot-bot (+https://vercel.com)'],

  // Browsers driven by a program.
  [
    'headless Chrome',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/143.0.0.0 Safari/537.36',
  ],
  [
    'headless Edge',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/143.0.0.0 Safari/537.36 HeadlessEdg/143.0.0.0',
  ],
  [
    'PhantomJS',
    'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
  ],
  ['jsdom', 'Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/24.0.0'],
  ['Cypress', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Cypress/13.15.0'],

  // Libraries and commands.
  ['curl', 'curl/8.5.0'],
  ['Wget', 'Wget/1.21.4'],
  ['Requests', 'python-requests/2.32.3'],
  ['HTTPX', 'python-httpx/0.27.2'],
  ['aiohttp', 'Python/3.12 aiohttp/3.10.5'],
  ['urllib', 'Python-urllib/3.12'],
  ['Scrapy', 'Scrapy/2.11.2 (+https://scrapy.org)'],
  ['Go', 'Go-http-client/2.0'],
  ['axios', 'axios/1.7.2'],
  ['Node', 'node'],
  ['node-fetch', 'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)'],
  ['undici', 'undici'],
  ['got', 'got (https://github.com/sindresorhus/got)'],
  ['Deno', 'Deno/2.1.7'],
  ['Bun', 'Bun/1.1.38'],
  ['OkHttp', 'okhttp/4.12.0'],
  ['Apache’s client', 'Apache-HttpClient/4.5.14 (Java/17.0.12)'],
  ['Java', 'Java/17.0.9'],
  ['Guzzle', 'GuzzleHttp/7'],
  ['Perl', 'libwww-perl/6.67'],
  ['Ruby', 'Ruby'],
  ['Faraday', 'Faraday v2.9.0'],
  ['reqwest', 'reqwest/0.12.7'],
  ['Dart', 'Dart/3.5 (dart:io)'],
  ['Postman', 'PostmanRuntime/7.39.0'],
  ['Insomnia', 'insomnia/9.3.2'],
  ['PowerShell', 'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.22621.4391'],
];
