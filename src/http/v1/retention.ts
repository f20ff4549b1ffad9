import { z } from 'zod';
import { localDate } from '../../time/index.js';
import { updateWebsite } from '../../websites/change-website.js';
import { startOfRetention } from '../../websites/retention.js';
import { websitePatch } from '../../websites/settings.js';
import type { Website } from '../../websites/website.js';
import { route, type Services } from '../services.js';

const PATH = '/websites/:id/retention';

const body = websitePatch.pick({ retentionMonths: true }).required();

const response = z.object({
  retentionMonths: z
    .int()
    .nullable()
    .describe('As set for the website; null for as long as the installation keeps data'),
  keptFrom: z.iso
    .date()
    .nullable()
    .describe("The first day that is kept, in the website's time zone; null when all are kept"),
});

/** docs/api-specification.md, section 4.6. */
export function retentionRoutes({ websites, now, retentionMonths }: Services) {
  const view = (website: Website): z.infer<typeof response> => {
    const start = startOfRetention(website, retentionMonths, now());
    return {
      retentionMonths: website.retentionMonths,
      keptFrom: start === undefined ? null : localDate(start, website.timezone),
    };
  };
  return [
    route({
      method: 'GET',
      path: PATH,
      access: 'website',
      tag: 'Websites',
      summary: 'Get retention',
      response,
      handle: async ({ website }) => ({ data: view(website) }),
    }),
    route({
      method: 'PUT',
      path: PATH,
      access: 'website',
      tag: 'Websites',
      summary: 'Set retention',
      description:
        'Days that are older are permanently deleted every night. The retention of the installation is an upper limit: a larger number ' +
        'is stored, and the smaller one of both applies.',
      body,
      response,
      handle: async ({ website, body: settings }) => ({
        data: view(await updateWebsite(websites, website, settings, now())),
      }),
    }),
  ];
}
