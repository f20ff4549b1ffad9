import type { Email } from '../mail/mailer.js';
import { silenceShape, spikeShape, weeklySummaryShape } from '../mail/notice-content.js';
import { silenceEmail, spikeEmail } from '../mail/traffic-alert.js';
import { weeklySummaryEmail } from '../mail/weekly-summary.js';
import type { Website } from '../websites/website.js';
import type { Notice } from './delivery-repository.js';
import type { UnsubscribeLinks } from './email-links.js';

export interface NoticeEmailDeps {
  /** Origin of the installation, without a trailing slash. */
  readonly baseUrl: string;
  readonly links: UnsubscribeLinks;
}

/** Renders the email about a notice for one recipient. */
export async function noticeEmail(
  { baseUrl, links }: NoticeEmailDeps,
  website: Website,
  { topic, kind, content }: Pick<Notice, 'topic' | 'kind' | 'content'>,
  to: string,
): Promise<Email> {
  const unsubscribeUrl = links.make({ websiteId: website.id, topic, email: to });
  const addresses = { baseUrl, unsubscribeUrl };
  switch (kind) {
    case 'week':
    case 'quiet-week':
      return weeklySummaryEmail(to, { website, summary: weeklySummaryShape.parse(content), links: addresses });
    case 'spike':
      return spikeEmail(to, website, spikeShape.parse(content), addresses);
    case 'silence':
      return silenceEmail(to, website, silenceShape.parse(content), addresses);
    default:
      return kind satisfies never;
  }
}
