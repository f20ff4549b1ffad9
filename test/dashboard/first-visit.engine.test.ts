import { expect, onTestFinished, test } from 'vitest';
import { listAccounts } from '../../src/accounts/accounts.js';
import { testService } from '../service/test-service.js';
import { PASSWORD } from './accounts.js';
import { leadsTo, person } from './person.js';

test('the first visit makes the owner, and only the first', async () => {
  const service = await testService();
  onTestFinished(() => service.close());
  const [owner, late] = [person(service), person(service)];
  expect(leadsTo(await owner.get('/'))).toBe('/welcome');
  const welcome = await (await owner.get('/welcome')).text();
  expect(welcome).toContain('Welcome to Footfall');
  expect(welcome).toContain('A visitor ID is a keyed hash of website, IP address and user agent.');
  expect(welcome).toContain('Recognize returning visitors');
  expect(welcome).toMatch(/value="never" checked/);
  expect(welcome).toContain('VISITOR_ID_ROTATION');

  const wrong = await owner.post('/welcome', { email: 'Owner@Example', password: 'short' });
  expect(wrong.status).toBe(400);
  const page = await wrong.text();
  expect(page).toContain('value="Owner@Example"');
  expect(page).toMatch(/id="email-error">Must be an email address\./);
  expect(page).toMatch(/id="password-error">Must have at least 8 characters\./);
  expect(page).not.toContain('short');
  const weekly = await owner.post('/welcome', {
    email: 'a@example.com',
    password: PASSWORD,
    visitorIdRotation: 'weekly',
  });
  expect(weekly.status).toBe(400);
  expect(await weekly.text()).toContain('Must be one of never, monthly, daily.');

  const asking = [owner, late].map((each, index) =>
    each.post('/welcome', { email: `owner-${index}@example.com`, password: PASSWORD }),
  );
  expect((await Promise.all(asking)).map(leadsTo).toSorted()).toEqual(['/', '/login']);
  expect(await listAccounts(service.engines.postgres.db)).toHaveLength(1);

  expect(leadsTo(await late.get('/welcome'))).toBe('/login');
  expect(leadsTo(await person(service).get('/'))).toBe('/login');
  expect((await person(service).get('/signup')).status).toBe(404);
  expect((await person(service).post('/signup', { email: 'x@example.com', password: PASSWORD })).status).toBe(404);
});
