import type { Context } from '../../context/context.js';
import { describeError } from '../../lib/error-description.js';
import { AppError, type FieldProblem, invalid, invalidField } from '../../lib/errors.js';
import { t } from '../../lib/language/translate.js';
import { startOfRetention } from '../../websites/retention.js';
import type { Website } from '../../websites/website.js';
import { describeFailure, exportFailureText } from './failure.js';
import { describeLocation, openDestination, sealKeys } from './open-destination.js';
import { checkFirstDay, writingTime, yesterday } from './schedule.js';
import {
  type ExportLocation,
  findScheduledExport,
  removeScheduledExport,
  reserveTest,
  restartExport,
  type ScheduledExport,
  storeScheduledExport,
} from './scheduled-export-repository.js';
import { type BucketSettings, type ExportSettings, findRegion } from './settings.js';

const MIN_TEST_INTERVAL_MS = 5_000;
const TEST_NAME = 'footfall-test.txt';

export interface TestOutcome {
  /** Path or URL. */
  readonly file: string;
  /** Message for the owner; undefined on success. */
  readonly failure: string | undefined;
}

export class ScheduledExports {
  constructor(private readonly context: Context) {}

  /** Whether the operator allows files in a folder of the server. */
  get hasFolder(): boolean {
    return this.context.config.exportDir !== undefined;
  }

  find(websiteId: string): Promise<ScheduledExport | undefined> {
    return findScheduledExport(this.context.db, websiteId);
  }

  /** Throws AppError `not_found` without a scheduled export. */
  async require(websiteId: string): Promise<ScheduledExport> {
    const found = await this.find(websiteId);
    if (found === undefined) throw notFound();
    return found;
  }

  /**
   * Replaces an earlier one. A new one begins with yesterday.
   *
   * @throws AppError `invalid` that names every wrong field
   */
  async save(website: Website, settings: ExportSettings): Promise<ScheduledExport> {
    const { db, now } = this.context;
    const stored = await this.find(website.id);
    const location =
      settings.destination === 's3'
        ? this.#toBucket(website.id, settings, stored?.credentials ?? null)
        : this.#toFolder(settings.folder);
    const nextDay = stored?.nextDay ?? yesterday(now(), website.timezone);
    const dueAt = new Date(writingTime(nextDay, website.timezone));
    const isSame = stored?.destination === location.destination && stored.location === location.location;
    const { lastDay, lastWrittenAt } = isSame ? stored : NOTHING_WRITTEN;
    await storeScheduledExport(
      db,
      { websiteId: website.id, nextDay, dueAt, lastDay, lastWrittenAt, ...location },
      now(),
    );
    return this.require(website.id);
  }

  /**
   * Exports all days from `from` on again.
   *
   * @throws AppError `not_found` without a scheduled export, `invalid` for a day in the future, over ten years ago, or
   *   whose events the retention has deleted: the file is the last copy of them
   */
  async rerun(website: Website, from: string): Promise<ScheduledExport> {
    const { config, db, now } = this.context;
    const { id, timezone } = website;
    await this.require(id);
    const wrong = checkFirstDay(from, now(), timezone, startOfRetention(website, config.retentionMonths, now()));
    if (wrong !== undefined) throw invalidField('from', wrong);
    await restartExport(db, id, { nextDay: from, dueAt: writingTime(from, timezone) }, now());
    return this.require(id);
  }

  /** Keeps the files. Throws AppError `not_found` without a scheduled export. */
  async remove(websiteId: string): Promise<void> {
    if (!(await removeScheduledExport(this.context.db, websiteId))) throw notFound();
  }

  /**
   * Writes a small test file to the website's destination.
   *
   * @throws AppError `not_found` without a scheduled export, `too_many_requests` right after another test
   */
  async test(websiteId: string): Promise<TestOutcome> {
    const { db, now, log } = this.context;
    const row = await this.require(websiteId);
    if (!(await reserveTest(db, websiteId, MIN_TEST_INTERVAL_MS, now()))) {
      throw new AppError('too_many_requests', [t('Wait 5 seconds between two tests')], MIN_TEST_INTERVAL_MS / 1000);
    }
    const file = `${describeLocation(row)}/${TEST_NAME}`;
    try {
      await openDestination(this.context, row).write(TEST_NAME, testContent(now()));
      return { file, failure: undefined };
    } catch (error) {
      const failure = describeFailure(error);
      log.warn({ websiteId, failure, error: describeError(error) }, 'a test of a scheduled export has failed');
      return { file, failure: exportFailureText(failure) };
    }
  }

  #toFolder(folder: string): ExportLocation {
    if (!this.hasFolder)
      throw invalidField('destination', t('cannot be folder, because the installation has no EXPORT_DIR'));
    // A folder could replace a file of another website.
    if (/\.parquet(?:\/|$)/i.test(folder))
      throw invalidField('folder', t('must not have a name that ends in .parquet'));
    if (folder.toLowerCase().split('/').includes(TEST_NAME))
      throw invalidField('folder', t('must not have the name {name}', { name: TEST_NAME }));
    return { destination: 'folder', location: folder, region: null, credentials: null };
  }

  #toBucket(websiteId: string, settings: BucketSettings, storedKeys: string | null): ExportLocation {
    const { url, region = findRegion(url), accessKeyId, secretAccessKey } = settings;
    const { config, secret } = this.context;
    const errors: FieldProblem[] = [];
    if (!url.startsWith('https:') && !config.webhookAllowPrivate)
      errors.push({ field: 'url', message: t('must start with https://') });
    let credentials = storedKeys;
    if (accessKeyId !== undefined && secretAccessKey !== undefined) {
      credentials = sealKeys({ accessKeyId, secretAccessKey }, websiteId, secret);
    } else if (storedKeys === null || accessKeyId !== undefined || secretAccessKey !== undefined) {
      if (accessKeyId === undefined) errors.push({ field: 'accessKeyId', message: t('is required') });
      if (secretAccessKey === undefined) errors.push({ field: 'secretAccessKey', message: t('is required') });
    }
    if (errors.length > 0) throw invalid(...errors);
    return { destination: 's3', location: url, region, credentials };
  }
}

/** A new location has no files yet. */
const NOTHING_WRITTEN = { lastDay: null, lastWrittenAt: null };

const notFound = () => new AppError('not_found', [t('Scheduled export not found')]);

async function* testContent(now: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`A test of Footfall at ${new Date(now).toISOString()}\n`);
}
