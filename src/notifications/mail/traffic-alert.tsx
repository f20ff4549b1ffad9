import { exact, wordFor } from '../../lib/number-text.js';
import { oneLine } from '../../lib/text.js';
import { unicodeHost } from '../../lib/unicode-host.js';
import { ButtonLink, Footer, Layout, toHtml } from './layout.js';
import { List, type ShownList, writeList } from './list.js';
import { look } from './look.js';
import type { Email } from './mailer.js';
import type { Brief, NoticeLinks, NoticeWebsite, Row, Silence, Spike } from './notice-content.js';

const MAX_NAME = 100;
const MAX_ROW = 70;

interface AlertWebsite extends NoticeWebsite {
  /** IANA name. */
  readonly timezone: string;
}

/** The same in HTML and as plain text. */
interface Alert {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly lists: readonly ShownList[];
  readonly action: { readonly label: string; readonly url: string };
}

export const spikeEmail = (to: string, website: AlertWebsite, spike: Spike, links: NoticeLinks): Email =>
  render(to, website, links, describeSpike(website, spike, links));

export const silenceEmail = (to: string, website: AlertWebsite, silence: Silence, links: NoticeLinks): Email =>
  render(to, website, links, describeSilence(website, silence, links));

export const spikeBrief = (website: AlertWebsite, spike: Spike, baseUrl: string): Brief =>
  toBrief(describeSpike(website, spike, { baseUrl }));

export const silenceBrief = (website: AlertWebsite, silence: Silence, baseUrl: string): Brief =>
  toBrief(describeSilence(website, silence, { baseUrl }));

const toBrief = ({ subject, lines, lists, action }: Alert): Brief => ({
  title: subject,
  lines: [...lines, ...lists.map(({ title, rows }) => `${title}: ${rows.map(writeRow).join(', ')}`)],
  url: action.url,
});

const writeRow = ({ name, value }: Row): string => `${oneLine(name, MAX_ROW)} (${exact(value)})`;

type BaseUrl = Pick<NoticeLinks, 'baseUrl'>;

function describeSpike(website: AlertWebsite, spike: Spike, { baseUrl }: BaseUrl): Alert {
  const { visitors, usual, times, end } = spike;
  const many = `${exact(visitors)} ${wordFor(visitors, 'visitor')}`;
  const compared = times === null ? 'usually there is none' : `${formatTimes(times)} times the usual`;
  return {
    subject: `${oneLine(website.name, MAX_NAME)}: ${many} in 30 minutes, ${compared}`,
    lines: [
      `${unicodeHost(website.domain)} had ${many} in the 30 minutes until ${formatTime(end, website.timezone)}.`,
      times === null
        ? 'At that hour of the week it usually has none.'
        : `At that hour of the week it usually has ${exact(Math.round(usual))}: this is ${formatTimes(times)} times as many.`,
      ...(spike.whatChanged === undefined
        ? []
        : [`Compared with the same half hour a week before: ${spike.whatChanged}`]),
    ],
    lists: [
      { title: 'Pages', unit: 'Visitors', rows: spike.pages },
      { title: 'Referrers', unit: 'Visitors', rows: spike.sources },
    ].filter(({ rows }) => rows.length > 0),
    action: { label: 'View today in the dashboard', url: `${baseUrl}/websites/${website.id}?range=today` },
  };
}

function describeSilence(website: AlertWebsite, silence: Silence, { baseUrl }: BaseUrl): Alert {
  const { since, until, expected, dropped } = silence;
  return {
    subject: `${oneLine(website.name, MAX_NAME)}: no visitors since ${formatTime(since, website.timezone)}`,
    lines: [
      `The last event of ${unicodeHost(website.domain)} came on ${formatTime(since, website.timezone)}. Until ${formatTime(until, website.timezone)}, about ${exact(Math.round(expected))} visitors were to be expected.`,
      dropped === null
        ? 'No other event arrived in that time either. The website may be down, the tracking snippet may be missing from its pages, or browsers cannot reach Footfall.'
        : `${exact(dropped.events)} ${wordFor(dropped.events, 'event')} arrived in that time and ${dropped.events === 1 ? 'was' : 'were'} not counted, most of them for this reason: ${dropped.reason}.`,
    ],
    lists: [],
    action:
      dropped === null
        ? { label: 'Check the tracking snippet', url: `${baseUrl}/websites/${website.id}/snippet` }
        : { label: 'View excluded traffic', url: `${baseUrl}/websites/${website.id}?range=today` },
  };
}

/** Multiple of the usual: `3.4`, `12`. */
const formatTimes = (times: number): string => exact(times < 10 ? Math.round(times * 10) / 10 : Math.round(times));

/** In the website's time zone: `Monday 30 March, 14:05`. */
function formatTime(instant: number, timeZone: string): string {
  const date = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone });
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
  return `${date.format(instant)}, ${time.format(instant)}`;
}

function render(to: string, website: AlertWebsite, links: NoticeLinks, alert: Alert): Email {
  const { subject, lines, lists, action } = alert;
  const name = oneLine(website.name, MAX_NAME);
  const reason = `You get traffic alerts of ${name} from Footfall. Times are in ${website.timezone}.`;
  const settingsUrl = `${links.baseUrl}/websites/${website.id}/notifications`;
  const document = (
    <Layout
      title={subject}
      preview={lines[0] ?? ''}
      footer={<Footer reason={reason} unsubscribeUrl={links.unsubscribeUrl} settingsUrl={settingsUrl} />}
    >
      <h1 {...look('title')}>{name}</h1>
      {lines.map((line) => (
        <p {...look('text')}>{line}</p>
      ))}
      {lists.map((list) => (
        <List {...list} />
      ))}
      <ButtonLink href={action.url}>{action.label}</ButtonLink>
    </Layout>
  );
  const text = [
    ...lines,
    ...lists.flatMap(writeList),
    '',
    `${action.label}:`,
    action.url,
    '',
    reason,
    `Unsubscribe: ${links.unsubscribeUrl}`,
    `Settings: ${settingsUrl}`,
    '',
  ];
  return { to, subject, text: text.join('\n'), html: toHtml(document), unsubscribeUrl: links.unsubscribeUrl };
}
