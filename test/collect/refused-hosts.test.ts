import { expect, test } from 'vitest';
import { RefusedHosts } from '../../src/collect/steps/refused-hosts.js';

const DAY = 24 * 60 * 60 * 1000;
const website = { id: 'a', domain: 'shop.example', allowedDomains: ['partner.example', '*.com'] };

test('the latest five foreign hosts of a website are counted, for a day', () => {
  const hosts = new RefusedHosts();
  for (let number = 1; number <= 7; number += 1) hosts.addForeign('a', `${number}.test`, number);
  hosts.addForeign('a', '7.test', 8);
  hosts.addForeign('b', 'elsewhere.test', 8);
  const named = hosts.foreignHosts(website, 9).map(({ host, pageviews }) => [host, pageviews]);
  expect(named).toEqual([
    ['7.test', 2],
    ['6.test', 1],
    ['5.test', 1],
    ['4.test', 1],
    ['3.test', 1],
  ]);
  expect(hosts.foreignHosts(website, DAY + 7)).toEqual([]);
  hosts.addForeign('a', '7.test', DAY + 7);
  expect(hosts.foreignHosts(website, DAY + 7)).toEqual([{ host: '7.test', pageviews: 1 }]);
  expect(hosts.foreignHosts({ ...website, allowedDomains: ['7.test'] }, DAY + 7)).toEqual([]);
});

test('only the own hosts of a website are named for an unknown key, and no pattern names hosts of others', () => {
  const hosts = new RefusedHosts();
  for (const host of ['shop.example', 'blog.shop.example', 'partner.example', 'theirs.com', 'other.example']) {
    hosts.addUnknownKey(host, 0);
  }
  expect(hosts.unknownKeyHosts(website, 1).map(({ host }) => host)).toEqual([
    'partner.example',
    'blog.shop.example',
    'shop.example',
  ]);
  expect(hosts.unknownKeyHosts(website, DAY)).toEqual([]);
});
