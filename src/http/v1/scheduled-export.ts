import { z } from 'zod';
import { describeLocation } from '../../history/export/open-destination.js';
import type { ScheduledExport } from '../../history/export/scheduled-export-repository.js';
import { DESTINATIONS, exportSettings, firstDay } from '../../history/export/settings.js';
import { route, type Services } from '../services.js';

const path = '/websites/:id/scheduled-export';
const tag = 'Export';
const instant = z.iso.datetime();
/** Events leave the installation. */
const WRITES_EVENTS = ['read', 'write'] as const;

const shape = z
  .object({
    destination: z.enum(DESTINATIONS),
    folder: z.string().nullable().describe('The path below `EXPORT_DIR`; null for `s3`'),
    url: z.string().nullable().describe('The URL of the bucket; null for `folder`'),
    region: z.string().nullable(),
    location: z.string().describe('Where the files are, each named `YYYY-MM-DD.parquet`'),
    lastDay: z.string().nullable().describe('The last day that was written; null before the first'),
    lastWrittenAt: instant.nullable(),
    nextDay: z.string().describe('The day that is written next'),
    nextRunAt: instant.describe('When that is: an hour after the end of the day or, after a failure, the next attempt'),
    failure: z.string().nullable().describe('Why the last attempt failed; null after a success'),
    failingSince: instant.nullable(),
  })
  .meta({ id: 'ScheduledExport' });

const toView = (row: ScheduledExport): z.infer<typeof shape> => ({
  destination: row.destination,
  folder: row.destination === 'folder' ? row.location : null,
  url: row.destination === 's3' ? row.location : null,
  region: row.region,
  location: describeLocation(row),
  lastDay: row.lastDay,
  lastWrittenAt: row.lastWrittenAt?.toISOString() ?? null,
  nextDay: row.nextDay,
  nextRunAt: row.dueAt.toISOString(),
  failure: row.failure,
  failingSince: row.failingSince?.toISOString() ?? null,
});

export const scheduledExportRoutes = ({ scheduledExports }: Services) => [
  route({
    method: 'GET',
    path,
    access: 'website',
    tag,
    summary: 'Get scheduled export',
    description: '404 for a website without one. The keys of a bucket are never returned.',
    response: shape,
    handle: async ({ website }) => ({ data: toView(await scheduledExports.require(website.id)) }),
  }),
  route({
    method: 'PUT',
    path,
    access: 'website',
    scope: WRITES_EVENTS,
    tag,
    summary: 'Set scheduled export',
    description:
      "Writes a Parquet file of each local day of the website's time zone, an hour after the day is over. Replaces all settings, except that keys are kept when both are omitted. The first file is that of yesterday.",
    body: exportSettings,
    response: shape,
    handle: async ({ website, body }) => ({ data: toView(await scheduledExports.save(website, body)) }),
  }),
  route({
    method: 'DELETE',
    path,
    access: 'website',
    tag,
    summary: 'Delete scheduled export',
    description: 'Existing files are kept.',
    response: z.null(),
    handle: async ({ website }) => {
      await scheduledExports.remove(website.id);
      return { data: null, message: 'Scheduled export deleted' };
    },
  }),
  route({
    method: 'POST',
    path: `${path}/rerun`,
    access: 'website',
    scope: WRITES_EVENTS,
    tag,
    summary: 'Rerun scheduled export',
    description: 'Exports all days from `from` on again, for example after an import or a deletion of events.',
    body: firstDay,
    response: shape,
    handle: async ({ website, body }) => ({ data: toView(await scheduledExports.rerun(website, body.from)) }),
  }),
  route({
    method: 'POST',
    path: `${path}/test`,
    access: 'website',
    tag,
    summary: 'Test scheduled export',
    description:
      'Writes the small file `footfall-test.txt` where the files of the website go, and answers whether that worked.',
    response: z.object({
      written: z.boolean(),
      file: z.string().describe('Its path below `EXPORT_DIR`, or its URL'),
      failure: z.string().nullable().describe('Why it could not be written'),
    }),
    handle: async ({ website }) => {
      const { file, failure = null } = await scheduledExports.test(website.id);
      return { data: { written: failure === null, file, failure } };
    },
  }),
];
