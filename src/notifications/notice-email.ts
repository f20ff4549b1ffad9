import type { Website } from '../websites/website.js';
import type { NotificationContext } from './context.js';
import type { Notice } from './delivery-repository.js';
import type { Email } from './mail/mailer.js';
import {
  type Brief,
  emailedSummaryShape,
  silenceShape,
  spikeShape,
  weeklySummaryShape,
} from './mail/notice-content.js';
import { silenceBrief, silenceEmail, spikeBrief, spikeEmail } from './mail/traffic-alert.js';
import { summaryBrief, weeklySummaryEmail } from './mail/weekly-summary.js';

export async function noticeEmail(
  { baseUrl, links }: Pick<NotificationContext, 'baseUrl' | 'links'>,
  website: Website,
  { topic, kind, content }: Pick<Notice, 'topic' | 'kind' | 'content'>,
  to: string,
): Promise<Email> {
  const unsubscribeUrl = links.make({ websiteId: website.id, topic, email: to });
  const addresses = { baseUrl, unsubscribeUrl };
  switch (kind) {
    case 'week':
    case 'quiet-week':
      return weeklySummaryEmail(to, { website, summary: emailedSummaryShape.parse(content), links: addresses });
    case 'spike':
      return spikeEmail(to, website, spikeShape.parse(content), addresses);
    case 'silence':
      return silenceEmail(to, website, silenceShape.parse(content), addresses);
    default:
      return kind satisfies never;
  }
}

/** In a few lines, for a webhook. */
export function describeNotice(
  website: Website,
  { kind, content }: Pick<Notice, 'kind' | 'content'>,
  baseUrl: string,
): Brief {
  switch (kind) {
    case 'week':
    case 'quiet-week':
      return summaryBrief(website, weeklySummaryShape.parse(content), baseUrl);
    case 'spike':
      return spikeBrief(website, spikeShape.parse(content), baseUrl);
    case 'silence':
      return silenceBrief(website, silenceShape.parse(content), baseUrl);
    default:
      return kind satisfies never;
  }
}
