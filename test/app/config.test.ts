import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError, readConfig } from '../../src/app/config.js';
import { checkRows } from '../rows.js';

it('takes each VISITOR_ID_ROTATION', () =>
  checkRows(['never', 'monthly', 'daily'], (rotation) => {
    expect(readConfig({ VISITOR_ID_ROTATION: rotation }).visitorIdRotation).toBe(rotation);
  }));

it('leaves VISITOR_ID_ROTATION open when it is not set', () =>
  checkRows([{}, { VISITOR_ID_ROTATION: '' }], (environment) => {
    expect(readConfig(environment).visitorIdRotation).toBeUndefined();
  }));

it('names VISITOR_ID_ROTATION when it is another word', () =>
  checkRows(['weekly', 'Daily', 'true', '0'], (rotation) => {
    const reading = () => readConfig({ VISITOR_ID_ROTATION: rotation });
    expect(reading).toThrow(ConfigError);
    expect(reading).toThrow(/^VISITOR_ID_ROTATION: [^;]*"never"\|"monthly"\|"daily"$/);
  }));

it('lets others make accounts only when it is told to', () =>
  checkRows(
    [
      [{}, false],
      [{ ALLOW_SIGNUP: '' }, false],
      [{ ALLOW_SIGNUP: 'false' }, false],
      [{ ALLOW_SIGNUP: 'true' }, true],
    ],
    ([environment, allowed]) => {
      expect(readConfig(environment).allowSignup).toBe(allowed);
    },
  ));

it('names ALLOW_SIGNUP when it is neither true nor false', () => {
  expect(() => readConfig({ ALLOW_SIGNUP: 'perhaps' })).toThrow(/^ALLOW_SIGNUP: must be true or false$/);
});

it('sends letters from any address that a mailer takes', () =>
  checkRows(['footfall@example.com', 'Footfall <footfall@example.com>', '"A, B" <a@example.com>'], (from) => {
    const url = 'smtps://user:p%40ss@mail.example:465';
    expect(readConfig({ SMTP_URL: url, MAIL_FROM: from }).mail).toEqual({ url, from });
  }));

it('sends no letters unless it is told to', () => {
  expect(readConfig({ SMTP_URL: '', MAIL_FROM: '' }).mail).toBeUndefined();
});

it('names what is wrong with mail', () =>
  checkRows(
    [
      [{ SMTP_URL: 'smtp://localhost' }, /^MAIL_FROM: is required with SMTP_URL$/],
      [{ MAIL_FROM: 'a@example.com' }, /^SMTP_URL: is required with MAIL_FROM$/],
      [
        { SMTP_URL: 'https://user:secret@mail.example', MAIL_FROM: 'a@example.com' },
        /^SMTP_URL: must be smtp:\/\/… or smtps:\/\/…$/,
      ],
      [{ SMTP_URL: 'mail.example', MAIL_FROM: 'a@example.com' }, /^SMTP_URL: /],
      [{ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'Footfall' }, /^MAIL_FROM: must be an email address/],
      [{ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@example.com\nBcc: b@example.com' }, /^MAIL_FROM: /],
    ],
    ([environment, message]) => {
      expect(() => readConfig(environment)).toThrow(message);
    },
  ));

it('takes origins', () =>
  checkRows(
    [
      ['https://stats.example', 'https://stats.example'],
      ['https://stats.example/', 'https://stats.example'],
      ['http://Stats.Example:8080/', 'http://stats.example:8080'],
    ],
    ([url, origin]) => {
      expect(readConfig({ BASE_URL: url, SCRIPT_URL: url })).toMatchObject({ baseUrl: origin, scriptUrl: origin });
    },
  ));

it('refuses URLs that are no origins', () =>
  checkRows(
    [
      'https://stats.example/foot/',
      'https://stats.example/foot',
      'https://stats.example//',
      'https://u:p@stats.example',
      'https://stats.example/?',
      'https://stats.example?a=b',
      'https://stats.example/#here',
    ],
    (url) => {
      expect(() => readConfig({ BASE_URL: url })).toThrow(/^BASE_URL: must be an origin, without a path$/);
      expect(() => readConfig({ SCRIPT_URL: url })).toThrow(/^SCRIPT_URL: must be an origin, without a path$/);
    },
  ));

it('takes numbers as they are usually written', () => {
  expect(readConfig({ PORT: '0', RATE_LIMIT_PER_MINUTE: '1' })).toMatchObject({ port: 0, rateLimitPerMinute: 1 });
  expect(readConfig({ PORT: '65535', PLAN_WEBSITES: '07' })).toMatchObject({ port: 65_535, plan: { websites: 7 } });
});

it('names PORT when it is no port', () =>
  checkRows(['abc', '0x50', '3e3', '3000.0', '+80', '-1', '65536', '٣٠٠٠'], (port) => {
    expect(() => readConfig({ PORT: port })).toThrow(/^PORT: must be a whole number from 0 to 65535$/);
  }));

it('limits the events of an address unless it is told not to', () => {
  expect(readConfig({}).eventRateLimitPerMinute).toBe(6000);
  expect(readConfig({ EVENT_RATE_LIMIT_PER_MINUTE: '0' }).eventRateLimitPerMinute).toBe(0);
  expect(() => readConfig({ EVENT_RATE_LIMIT_PER_MINUTE: '-1' })).toThrow(
    /^EVENT_RATE_LIMIT_PER_MINUTE: must be a whole/,
  );
});

it('has no RETENTION_MONTHS unless they are set', () => {
  expect(readConfig({}).retentionMonths).toBeUndefined();
  expect(readConfig({ RETENTION_MONTHS: '24' }).retentionMonths).toBe(24);
});

it('names RETENTION_MONTHS when they are none', () =>
  checkRows(['0', '-1', '1.5', '1201', 'none'], (months) => {
    expect(() => readConfig({ RETENTION_MONTHS: months })).toThrow(
      /^RETENTION_MONTHS: must be a whole number from 1 to 1200$/,
    );
  }));

it('names a variable when it is no number from 1', () =>
  checkRows(['RATE_LIMIT_PER_MINUTE', 'JOURNAL_MAX_BYTES', 'PLAN_PAGEVIEWS_PER_MONTH', 'PLAN_WEBSITES'], (name) => {
    for (const text of ['0', 'many', '0x50', '1e9', '9007199254740992']) {
      expect(() => readConfig({ [name]: text })).toThrow(
        new ConfigError(`${name}: must be a whole number from 1 to 9007199254740991`),
      );
    }
  }));

it('names BOOTSTRAP_EMAIL when it can be no account', () =>
  checkRows(['ada', 'ada@example', `${'a'.repeat(60)}@${'b.'.repeat(96)}example`], (email) => {
    expect(() => readConfig({ BOOTSTRAP_EMAIL: email })).toThrow(/^BOOTSTRAP_EMAIL: /);
  }));

it('wants a server for a cluster', () => {
  expect(() => readConfig({ CLICKHOUSE_CLUSTER: 'main' })).toThrow(
    /^CLICKHOUSE_URL: is required with CLICKHOUSE_CLUSTER$/,
  );
});

describe('a secret in a file', () => {
  function fileOf(content: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'footfall-config-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'secret');
    writeFileSync(path, content);
    return path;
  }

  it('is taken without the end of its line', () => {
    const secret = 's'.repeat(40);
    const url = 'smtp://user:hidden@mail.example';
    const config = readConfig({
      SECRET_FILE: fileOf(`${secret}\n`),
      DATABASE_URL_FILE: fileOf('postgres://user:hidden@db.example/footfall'),
      CLICKHOUSE_URL_FILE: fileOf('http://user:hidden@ch.example:8123/footfall'),
      SMTP_URL_FILE: fileOf(url),
      MAIL_FROM: 'a@example.com',
      BOOTSTRAP_EMAIL: 'a@example.com',
      BOOTSTRAP_PASSWORD_FILE: fileOf('correct horse\n'),
    });
    expect(config).toMatchObject({
      secret,
      databaseUrl: 'postgres://user:hidden@db.example/footfall',
      clickhouse: { url: 'http://user:hidden@ch.example:8123/footfall' },
      mail: { url },
      bootstrap: { password: 'correct horse' },
    });
  });

  it('is checked as the variable itself, and named without its content', () => {
    expect(() => readConfig({ SECRET_FILE: fileOf('hidden') })).toThrow(/^SECRET: must have at least 32 characters$/);
  });

  it('that cannot be read is named by its variable alone', () =>
    checkRows(
      [
        ['/no/hidden/file', 'SECRET_FILE: the file cannot be read (ENOENT)'],
        ['/', 'SECRET_FILE: the file cannot be read (EISDIR)'],
      ],
      ([path, message]) => {
        expect(() => readConfig({ SECRET_FILE: path })).toThrow(new ConfigError(message));
      },
    ));

  it('is neither empty nor given twice', () => {
    expect(() => readConfig({ SMTP_URL_FILE: fileOf('\n') })).toThrow(
      new ConfigError('SMTP_URL_FILE: the file is empty'),
    );
    const twice = { SECRET: 's'.repeat(32), SECRET_FILE: fileOf('t'.repeat(32)) };
    expect(() => readConfig(twice)).toThrow(new ConfigError('SECRET_FILE: cannot be given together with SECRET'));
  });
});

it('takes a list of parts that may be missing', () => {
  expect(readConfig({}).acceptMissing).toEqual([]);
  expect(readConfig({ ACCEPT_MISSING: 'postgres, secret' }).acceptMissing).toEqual(['postgres', 'secret']);
  expect(() => readConfig({ ACCEPT_MISSING: 'postgresql' })).toThrow(
    /^ACCEPT_MISSING: must be of postgres, clickhouse, secret, instance, separated by commas$/,
  );
});

it('refuses an EXPORT_DIR that Footfall would share with its own files', () =>
  checkRows(['/data', '/data/exports', '/data/journal/', '/', '/data/exports/../clickhouse'], (folder) => {
    expect(() => readConfig({ DATA_DIR: '/data', EXPORT_DIR: folder })).toThrow(
      /^EXPORT_DIR: must be outside of DATA_DIR/,
    );
  }));

it('takes an EXPORT_DIR beside DATA_DIR', () =>
  checkRows(['/data-exports', '/mnt/exports', '/dat'], (folder) => {
    expect(readConfig({ DATA_DIR: '/data', EXPORT_DIR: folder }).exportDir).toBe(folder);
  }));
