import type { FixtureSites } from './fixture-sites.js';
import { CRAWLER, PEOPLE } from './people.js';

/** Those who come on Sunday and must not be counted. */
export async function unnoticed(fixture: FixtureSites): Promise<void> {
  const automaton = await fixture.automaton('automaton', PEOPLE.gus);
  await automaton.follows('a search result');
  await automaton.reads(20);
  await automaton.goes('Join', '/welcome', { reports: 'signup' });
  await automaton.exits('Pay', ['pay.test', '/session']);
  await automaton.closes();

  const crawler = await fixture.person('crawler', CRAWLER, 'bot');
  await crawler.follows('an advertisement');
  await crawler.reads(1);
  await crawler.goes('Cart', '/cart');
  await crawler.exits('Pay', ['pay.test', '/session']);
  await crawler.closes();

  const developer = await fixture.person('developer', PEOPLE.hana);
  await developer.opens('localhost', '/cart', { fate: 'localhost' });
  await developer.reads(5);
  await developer.closes();

  const copyist = await fixture.person('copyist', PEOPLE.hana);
  await copyist.opens('copy.test', '/', { fate: 'foreign_host' });
  await copyist.closes();

  const ida = await fixture.person('ida', PEOPLE.ida);
  await ida.opens('app.test', '/projects');
  await ida.optsOut();
  await ida.reads(30);
  await ida.moves('Inbox', '/inbox');
  await ida.clicks('Invite', 'invite');
  await ida.opens('app.test', '/projects');
  await ida.closes();
}
