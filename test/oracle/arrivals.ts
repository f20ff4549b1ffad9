/** What an event's address and referrer say of where the visit comes from. */
export interface Arrival {
  /** Tracking parameters of the page's address. */
  readonly query: string;
  /** The page that was left, if any. With a source among the parameters it does not matter. */
  readonly referrer?: string;
  /** The name that statistics show. */
  readonly source: string;
  readonly channel: string;
}

const REFERRERS: readonly Arrival[] = [
  { query: '', source: 'Direct', channel: 'Direct' },
  { query: '', referrer: 'https://www.google.com/', source: 'Google', channel: 'Organic Search' },
  { query: '', referrer: 'https://www.google.co.uk/search?q=x', source: 'Google', channel: 'Organic Search' },
  { query: '', referrer: 'https://duckduckgo.com/', source: 'DuckDuckGo', channel: 'Organic Search' },
  { query: '', referrer: 'https://www.bing.com/search', source: 'Bing', channel: 'Organic Search' },
  { query: '', referrer: 'https://mail.google.com/mail/u/0/', source: 'Gmail', channel: 'Email' },
  { query: '', referrer: 'https://gemini.google.com/app', source: 'Gemini', channel: 'AI Assistants' },
  { query: '', referrer: 'https://chatgpt.com/', source: 'ChatGPT', channel: 'AI Assistants' },
  { query: '', referrer: 'https://t.co/x', source: 'X', channel: 'Organic Social' },
  { query: '', referrer: 'https://www.facebook.com/', source: 'Facebook', channel: 'Organic Social' },
  { query: '', referrer: 'https://www.instagram.com/', source: 'Instagram', channel: 'Organic Social' },
  { query: '', referrer: 'https://news.ycombinator.com/item?id=1', source: 'Hacker News', channel: 'Organic Social' },
  { query: '', referrer: 'https://www.youtube.com/watch?v=1', source: 'YouTube', channel: 'Organic Video' },
  {
    query: '',
    referrer: 'https://blog.unknown-site.example/',
    source: 'blog.unknown-site.example',
    channel: 'Referral',
  },
  { query: '', referrer: 'https://www.unknown-site.example/a', source: 'unknown-site.example', channel: 'Referral' },
  { query: '', referrer: 'http://other-site.example:8080/', source: 'other-site.example', channel: 'Referral' },
  { query: '?gclid=a1', referrer: 'https://www.google.com/', source: 'Google', channel: 'Paid Search' },
  { query: '?msclkid=a1', referrer: 'https://www.bing.com/search', source: 'Bing', channel: 'Paid Search' },
  { query: '?fbclid=a1', referrer: 'https://www.facebook.com/', source: 'Facebook', channel: 'Organic Social' },
];

const CAMPAIGNS: readonly Arrival[] = [
  { query: '?utm_source=google&utm_medium=cpc&utm_campaign=spring', source: 'Google', channel: 'Paid Search' },
  { query: '?utm_source=google&utm_medium=cpc&utm_campaign=autumn', source: 'Google', channel: 'Paid Search' },
  { query: '?utm_source=ig', source: 'Instagram', channel: 'Organic Social' },
  { query: '?utm_source=ig&utm_medium=paid_social&utm_campaign=spring', source: 'Instagram', channel: 'Paid Social' },
  { query: '?utm_source=chatgpt.com', source: 'ChatGPT', channel: 'AI Assistants' },
  { query: '?utm_source=adnet&utm_medium=cpm', source: 'adnet', channel: 'Display' },
  { query: '?utm_source=partner&utm_medium=ppc', source: 'partner', channel: 'Paid Other' },
  { query: '?utm_source=partner&utm_medium=sms', source: 'partner', channel: 'SMS' },
  { query: '?utm_source=partner&utm_medium=audio', source: 'partner', channel: 'Audio' },
  { query: '?utm_source=partner&utm_medium=affiliate', source: 'partner', channel: 'Affiliates' },
  { query: '?utm_source=partner&utm_medium=&utm_campaign=', source: 'partner', channel: 'Referral' },
  {
    query: '?utm_campaign=spring',
    referrer: 'https://www.google.com/',
    source: 'Google',
    channel: 'Organic Search',
  },
  { query: '?utm_medium=cpc', source: 'Direct', channel: 'Paid Other' },
  { query: '?utm_medium=cpc', referrer: 'https://www.google.com/', source: 'Google', channel: 'Paid Search' },
  {
    query: `?utm_source=partner&utm_campaign=${encodeURIComponent('Frühling 100% & "mehr"')}`,
    source: 'partner',
    channel: 'Referral',
  },
  { query: '?utm_source=partner&utm_campaign=Unknown', source: 'partner', channel: 'Referral' },
  { query: '?utm_source=404&utm_medium=007&utm_campaign=1e3', source: '404', channel: 'Referral' },
  { query: '?utm_source=007&utm_medium=1e3&utm_campaign=404', source: '007', channel: 'Referral' },
  { query: '?utm_source=1e3&utm_campaign=007', source: '1e3', channel: 'Referral' },
];

const PARTS = ['utm_source=partner', 'source=footer', 'ref=friend', 'utm_medium=email', 'utm_campaign=launch'] as const;

/** Every set of the five parameters but the empty one, in an address without a referrer. */
const SUBSETS: readonly Arrival[] = Array.from({ length: 2 ** PARTS.length - 1 }, (_, index) => {
  const present = PARTS.filter((_part, bit) => ((index + 1) >> bit) & 1);
  const source = ['partner', 'footer', 'friend'].find((name) => present.some((part) => part.endsWith(`=${name}`)));
  const named = source === undefined ? 'Direct' : 'Referral';
  return {
    query: `?${present.join('&')}`,
    source: source ?? 'Direct',
    channel: present.includes('utm_medium=email') ? 'Email' : named,
  };
});

/** All that the histories use. The names and channels are written out, so that the oracle needs no lists of its own. */
export const ARRIVALS: readonly Arrival[] = [...REFERRERS, ...CAMPAIGNS, ...SUBSETS];
