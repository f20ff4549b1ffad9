import type { FixtureSites } from './fixture-sites.js';
import { PEOPLE } from './people.js';

/** On this Sunday the clocks in Berlin go forward. */
export const SATURDAY = '2026-03-28';
export const SUNDAY = '2026-03-29';
export const MONDAY = '2026-03-30';

/** Ten in the morning in Berlin, six in New York. */
export const MORNING = `${SATURDAY}T09:00:00.000Z`;

/** What happens on Saturday: three people, one of whom is still there at midnight. */
export async function saturday(fixture: FixtureSites): Promise<void> {
  const anna = await fixture.person('anna', PEOPLE.anna);
  await anna.follows('a search result');
  await anna.reads(30);
  await anna.goes('Tents', '/tents/');
  await anna.reads(45);
  await anna.opensBeside('Maker', ['maker.test', '/tents?from=shop#sizes']);
  await anna.reads(15);
  await anna.goes('Checkout', '/checkout');
  await anna.reads(20);
  await anna.exits('Pay', ['pay.test', '/session']);
  await anna.opens('app.test', '/inbox');
  await anna.closes();

  const ben = await fixture.person('ben', PEOPLE.ben);
  await ben.follows('an advertisement');
  await ben.reads(50);
  await ben.closes();

  await fixture.sleeps(`${SATURDAY}T22:50:00.000Z`);
  const cleo = await fixture.person('cleo', PEOPLE.cleo);
  await cleo.follows('a spring sale');
  await cleo.reads(15 * 60);
  await cleo.goes('Zürich', '/Z%C3%BCrich');
  await cleo.closes();
}

/** What happens in the shop on Sunday. */
export async function sundayInTheShop(fixture: FixtureSites): Promise<void> {
  const anna = await fixture.person('anna', PEOPLE.anna);
  await anna.opens('shop.test', '/');
  await anna.reads(31 * 60);
  await anna.goes('Cart', '/cart');
  await anna.closes();

  const dora = await fixture.person('dora', PEOPLE.dora);
  await dora.follows('a newsletter');
  await dora.reads(12);
  await dora.goes('Join', '/welcome', { reports: 'signup' });
  await dora.reads(8);
  await dora.closes();

  const emil = await fixture.person('emil', PEOPLE.emil);
  await emil.follows('a blog post');
  await emil.reads(25);
  await emil.exits('Pay', ['pay.test', '/session']);
  await emil.reads(60);
  await emil.goesBack('shop.test', '/tents#reviews');
  await emil.reads(5);
  await emil.closes();

  const fay = await fixture.person('fay', PEOPLE.fay);
  await fay.follows('an answer of an assistant');
  await fay.reads(40);
  await fay.looksAway();
  await fay.reads(600);
  await fay.looksAgain();
  await fay.reads(20);
  await fay.closes();

  const gus = await fixture.person('gus', PEOPLE.gus);
  await gus.follows('a sponsored story');
  await gus.goes('Tents', '/tents/');
  await gus.exits('Pay', ['pay.test', '/session']);
  await gus.closes();

  const ben = await fixture.person('ben', PEOPLE.ben);
  await ben.follows('an automatic advertisement');
  await ben.reads(3);
  await ben.goes('Staff', '/staff/rota', { fate: 'excluded_path' });
  await ben.reads(30);
  await ben.goes('Back office', '/admin/orders', { fate: 'unsent' });
  await ben.reads(30);
  await ben.goes('Home', '/');
  await ben.closes();
}

/** What happens in the app on Sunday. */
export async function sundayInTheApp(fixture: FixtureSites): Promise<void> {
  const ben = await fixture.person('ben', PEOPLE.ben);
  await ben.follows('an invitation');
  await ben.reads(10);
  await ben.moves('Log in', '/inbox');
  await ben.reads(20);
  await ben.moves('Projects', '/projects');
  await ben.clicks('Sort');
  await ben.clicks('To the end');
  await ben.moves('Project 7', '/projects/7');
  await ben.clicks('Invite', 'invite');
  await ben.reads(35);
  await ben.movesBack('/projects?sort=name#bottom');
  await ben.reads(4);
  await ben.closes();

  const hana = await fixture.person('hana', PEOPLE.hana);
  await hana.follows('a post about the app');
  await hana.reads(90);
  await hana.moves('Second', '/notes#/second');
  await hana.reads(7);
  await hana.movesBack('/notes#/first');
  await hana.exits('Help', ['help.test', '/notes']);
  await hana.closes();
}
