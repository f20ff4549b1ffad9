import { describe, expect, it } from 'vitest';
import { findSource } from '../../src/collect/steps/source.js';
import { checkRows } from '../rows.js';

const isOwnHost = (host: string) => host === 'example.com' || host.endsWith('.example.com');
const of = (query: string, referrer = '') =>
  findSource({ url: new URL(query, 'https://example.com/'), referrer, isOwnHost });

describe('the referrer', () => {
  it('of each page that links', () =>
    checkRows(
      [
        ['', 'Direct'],
        ['https://www.google.com/', 'Google'],
        ['https://www.google.co.uk/search?q=x', 'Google'],
        ['https://google.de', 'Google'],
        ['https://mail.google.com/mail/u/0/', 'Gmail'],
        ['https://gemini.google.com/app', 'Gemini'],
        ['https://t.co/abc', 'X'],
        ['https://x.com/', 'X'],
        ['https://chatgpt.com/', 'ChatGPT'],
        ['https://news.ycombinator.com/', 'Hacker News'],
        ['https://l.facebook.com/l.php?u=x', 'Facebook'],
        ['http://m.facebook.com', 'Facebook'],
        ['https://l.instagram.com/', 'Instagram'],
        ['https://www.linkedin.com/feed/', 'LinkedIn'],
        ['https://lnkd.in/abc', 'LinkedIn'],
        ['https://en.wikipedia.org/wiki/Hedgehog', 'Wikipedia'],
        ['https://github.com/honojs/hono', 'GitHub'],
        ['https://other.example/page', 'other.example'],
        ['https://www.other.example/page', 'other.example'],
        ['https://WWW.Other.Example./page', 'other.example'],
        ['https://blog.other.example:8443/page', 'blog.other.example'],
        ['https://user:secret@other.example/', 'other.example'],
        ['https://www.com/', 'www.com'],
        ['https://www2.other.example/', 'www2.other.example'],
        ['https://münchen.example/', 'xn--mnchen-3ya.example'],
        ['https://google.evil.example/', 'google.evil.example'],
        ['http://192.0.2.1/', '192.0.2.1'],
        ['http://[2001:db8::1]:80/', '[2001:db8::1]'],
        ['http://localhost:3000/', 'localhost'],
        ['android-app://com.google.android.gm/', 'Gmail'],
        ['android-app://com.google.android.gm', 'Gmail'],
        ['android-app://com.google.android.googlequicksearchbox/https/www.google.com', 'Google'],
        ['android-app://com.Slack/', 'Slack'],
        ['android-app://org.example.app/', 'org.example.app'],
        ['https://example.com/other', 'Direct'],
        ['https://www.example.com/', 'Direct'],
        ['https://EXAMPLE.com./', 'Direct'],
        ['google.com', 'Direct'],
        ['example', 'Direct'],
        ['about:blank', 'Direct'],
        ['about:srcdoc', 'Direct'],
        ['file:///home/me/page.html', 'Direct'],
        ['chrome-extension://abcdef/', 'Direct'],
        ['android-app://', 'Direct'],
        ['javascript:alert(1)', 'Direct'],
        ['https://', 'Direct'],
        ['null', 'Direct'],
        ['\0', 'Direct'],
      ],
      ([referrer, name]) => {
        expect(of('/', referrer).referrer).toBe(name);
      },
    ));

  it('is Direct from the page’s own host, where that is not the website’s', () => {
    const url = new URL('http://localhost:3000/');
    expect(findSource({ url, referrer: 'http://localhost:5173/a', isOwnHost }).referrer).toBe('Direct');
  });

  it('of a parameter wins over the referring host', () =>
    checkRows(
      [
        ['?utm_source=ig', 'Instagram'],
        ['?utm_source=IG', 'Instagram'],
        ['?utm_source=facebook', 'Facebook'],
        ['?utm_source=Google', 'Google'],
        ['?utm_source=adwords', 'Google'],
        ['?utm_source=twitter', 'X'],
        ['?utm_source=hacker_news', 'Hacker News'],
        ['?utm_source=chatgpt.com', 'ChatGPT'],
        ['?utm_source=www.chatgpt.com', 'ChatGPT'],
        ['?utm_source=news.ycombinator.com', 'Hacker News'],
        ['?utm_source=https://t.co/abc', 'X'],
        ['?utm_source=newsletter', 'newsletter'],
        ['?utm_source=Spring_Mailing', 'Spring_Mailing'],
        ['?utm_source=Podcast Ep. 12', 'Podcast Ep. 12'],
        ['?utm_source=v1.2', 'v1.2'],
        ['?utm_source=404', '404'],
        ['?utm_source=me@other.com', 'me@other.com'],
        ['?utm_source=www.Other.com', 'other.com'],
        ['?ref=producthunt', 'Product Hunt'],
        ['?ref=other.com/partners/1', 'other.com'],
        ['?ref=https://www.other.example/page', 'other.example'],
        ['?ref=other.com:8080', 'other.com'],
        ['?source=partner', 'partner'],
        ['?source=partner&ref=top', 'partner'],
        ['?utm_source=x&source=partner&ref=top', 'X'],
        ['?utm_source=&source=&ref=top', 'top'],
        ['?utm_source=', 'Google'],
        ['?utm_campaign=spring', 'Google'],
        ['?utm_source=direct', 'Direct'],
        ['?utm_source=(direct)', 'Direct'],
        ['?utm_source=constructor', 'constructor'],
        ['?utm_source=__proto__', '__proto__'],
        ['?utm_source=...', '...'],
        ['?utm_source=://', '://'],
        ['?utm_source=münchen.de', 'xn--mnchen-3ya.de'],
        ['?utm_source=example.com', 'example.com'],
      ],
      ([query, name]) => {
        expect(of(query, 'https://www.google.com/').referrer).toBe(name);
      },
    ));
});

it('carries the campaign as it stands', () => {
  expect(of('?utm_source=IG&utm_medium=Story&utm_campaign=A%26B&utm_content=b&utm_term=c+d&ref=x')).toEqual({
    referrer: 'Instagram',
    channel: 'Organic Social',
    utmSource: 'IG',
    utmMedium: 'Story',
    utmCampaign: 'A&B',
    utmContent: 'b',
    utmTerm: 'c d',
    ref: 'x',
  });
});
