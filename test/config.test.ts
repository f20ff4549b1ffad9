import { expect, it } from 'vitest';
import { ConfigError, readConfig } from '../src/config.js';

it.each(['never', 'monthly', 'daily'])('takes %s for VISITOR_ID_ROTATION', (rotation) => {
  expect(readConfig({ VISITOR_ID_ROTATION: rotation }).visitorIdRotation).toBe(rotation);
});

it.each([{}, { VISITOR_ID_ROTATION: '' }])(
  'never rotates the ids of visitors unless it is told to: %j',
  (environment) => {
    expect(readConfig(environment).visitorIdRotation).toBe('never');
  },
);

it.each(['weekly', 'Daily', 'true', '0'])('names VISITOR_ID_ROTATION when it is %s', (rotation) => {
  const reading = () => readConfig({ VISITOR_ID_ROTATION: rotation });
  expect(reading).toThrow(ConfigError);
  expect(reading).toThrow(/^VISITOR_ID_ROTATION: [^;]*"never"\|"monthly"\|"daily"$/);
});

it.each([
  [{}, false],
  [{ ALLOW_SIGNUP: '' }, false],
  [{ ALLOW_SIGNUP: 'false' }, false],
  [{ ALLOW_SIGNUP: 'true' }, true],
])('lets others make accounts only when it is told to: %j', (environment, allowed) => {
  expect(readConfig(environment).allowSignup).toBe(allowed);
});

it('names ALLOW_SIGNUP when it is neither true nor false', () => {
  expect(() => readConfig({ ALLOW_SIGNUP: 'perhaps' })).toThrow(/^ALLOW_SIGNUP: must be true or false$/);
});

it.each(['footfall@example.com', 'Footfall <footfall@example.com>', '"A, B" <a@example.com>'])(
  'sends letters from %s',
  (from) => {
    const url = 'smtps://user:p%40ss@mail.example:465';
    expect(readConfig({ SMTP_URL: url, MAIL_FROM: from }).mail).toEqual({ url, from });
  },
);

it('sends no letters unless it is told to', () => {
  expect(readConfig({ SMTP_URL: '', MAIL_FROM: '' }).mail).toBeUndefined();
});

it.each([
  [{ SMTP_URL: 'smtp://localhost' }, /^MAIL_FROM: is required with SMTP_URL$/],
  [{ MAIL_FROM: 'a@example.com' }, /^SMTP_URL: is required with MAIL_FROM$/],
  [
    { SMTP_URL: 'https://user:secret@mail.example', MAIL_FROM: 'a@example.com' },
    /^SMTP_URL: must be smtp:\/\/… or smtps:\/\/…$/,
  ],
  [{ SMTP_URL: 'mail.example', MAIL_FROM: 'a@example.com' }, /^SMTP_URL: /],
  [{ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'Footfall' }, /^MAIL_FROM: must be an e-mail address/],
  [{ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@example.com\nBcc: b@example.com' }, /^MAIL_FROM: /],
])('names what is wrong with mail: %j', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message);
});

it.each([
  ['https://stats.example', 'https://stats.example'],
  ['https://stats.example/', 'https://stats.example'],
  ['http://Stats.Example:8080/', 'http://stats.example:8080'],
])('takes the origin %s', (url, origin) => {
  expect(readConfig({ BASE_URL: url, SCRIPT_URL: url })).toMatchObject({ baseUrl: origin, scriptUrl: origin });
});

it.each([
  'https://stats.example/foot/',
  'https://stats.example/foot',
  'https://stats.example//',
  'https://u:p@stats.example',
  'https://stats.example/?',
  'https://stats.example?a=b',
  'https://stats.example/#here',
])('refuses %s, which is no origin', (url) => {
  expect(() => readConfig({ BASE_URL: url })).toThrow(/^BASE_URL: must be an origin, without a path$/);
  expect(() => readConfig({ SCRIPT_URL: url })).toThrow(/^SCRIPT_URL: must be an origin, without a path$/);
});

it('takes numbers as they are usually written', () => {
  expect(readConfig({ PORT: '0', RATE_LIMIT_PER_MINUTE: '1' })).toMatchObject({ port: 0, rateLimitPerMinute: 1 });
  expect(readConfig({ PORT: '65535', PLAN_WEBSITES: '07' })).toMatchObject({ port: 65_535, plan: { websites: 7 } });
});

it.each(['abc', '0x50', '3e3', '3000.0', '+80', '-1', '65536', '٣٠٠٠'])('names PORT when it is %s', (port) => {
  expect(() => readConfig({ PORT: port })).toThrow(/^PORT: must be a whole number from 0 to 65535$/);
});

it.each(['RATE_LIMIT_PER_MINUTE', 'JOURNAL_MAX_BYTES', 'PLAN_PAGEVIEWS_PER_MONTH', 'PLAN_WEBSITES'])(
  'names %s when it is no number from 1',
  (name) => {
    for (const text of ['0', 'many', '0x50', '1e9', '9007199254740992']) {
      expect(() => readConfig({ [name]: text })).toThrow(
        new ConfigError(`${name}: must be a whole number from 1 to 9007199254740991`),
      );
    }
  },
);

it.each(['ada', 'ada@example', `${'a'.repeat(60)}@${'b.'.repeat(96)}example`])(
  'names BOOTSTRAP_EMAIL when it can be no account: %s',
  (email) => {
    expect(() => readConfig({ BOOTSTRAP_EMAIL: email })).toThrow(/^BOOTSTRAP_EMAIL: /);
  },
);

it('wants a server for a cluster', () => {
  expect(() => readConfig({ CLICKHOUSE_CLUSTER: 'main' })).toThrow(
    /^CLICKHOUSE_URL: is required with CLICKHOUSE_CLUSTER$/,
  );
});
