import { translateDropName } from '../../collect/drops.js';
import { zonedFormat } from '../../lib/language/formats.js';
import { t } from '../../lib/language/translate.js';
import { exact } from '../../lib/number-text.js';
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
  lines: [...lines, ...lists.map(({ title, rows }) => t('{title}: {rows}', { title, rows: writeRows(rows) }))],
  url: action.url,
});

const writeRows = (rows: readonly Row[]): string =>
  rows.map(({ name, value }) => `${oneLine(name, MAX_ROW)} (${exact(value)})`).join(', ');

type BaseUrl = Pick<NoticeLinks, 'baseUrl'>;

function describeSpike(website: AlertWebsite, spike: Spike, { baseUrl }: BaseUrl): Alert {
  const { visitors, end, whatChanged } = spike;
  return {
    subject: spikeSubject(oneLine(website.name, MAX_NAME), spike),
    lines: [
      t('{domain} had {count, plural, one {# visitor} other {# visitors}} in the 30 minutes until {time}.', {
        domain: unicodeHost(website.domain),
        count: visitors,
        time: formatTime(end, website.timezone),
      }),
      compareSpike(spike),
      ...(whatChanged === undefined
        ? []
        : [t('Compared with the same half hour a week before: {sentence}', { sentence: whatChanged })]),
    ],
    lists: [
      { title: t('Pages'), unit: 'visitors' as const, rows: spike.pages },
      { title: t('Referrers'), unit: 'visitors' as const, rows: spike.sources },
    ].filter(({ rows }) => rows.length > 0),
    action: { label: t('View today in the dashboard'), url: `${baseUrl}/websites/${website.id}?range=today` },
  };
}

function spikeSubject(name: string, { visitors: count, times }: Spike): string {
  if (times === null) {
    return t('{name}: {count, plural, one {# visitor} other {# visitors}} in 30 minutes, usually there is none', {
      name,
      count,
    });
  }
  return t('{name}: {count, plural, one {# visitor} other {# visitors}} in 30 minutes, {times} times the usual', {
    name,
    count,
    times: formatTimes(times),
  });
}

const compareSpike = ({ usual, times }: Spike): string =>
  times === null
    ? t('At that hour of the week it usually has none.')
    : t('At that hour of the week it usually has {usual}: this is {times} times as many.', {
        usual: exact(Math.round(usual)),
        times: formatTimes(times),
      });

function describeSilence(website: AlertWebsite, silence: Silence, { baseUrl }: BaseUrl): Alert {
  const { since, until, expected, dropped } = silence;
  return {
    subject: t('{name}: no visitors since {time}', {
      name: oneLine(website.name, MAX_NAME),
      time: formatTime(since, website.timezone),
    }),
    lines: [
      t('The last event of {domain} came on {since}. Until {until}, about {count} visitors were to be expected.', {
        domain: unicodeHost(website.domain),
        since: formatTime(since, website.timezone),
        until: formatTime(until, website.timezone),
        count: exact(Math.round(expected)),
      }),
      dropped === null
        ? t(
            'No other event arrived in that time either. The website may be down, the tracking snippet may be missing from its pages, or browsers cannot reach Footfall.',
          )
        : t(
            '{count, plural, one {# event arrived in that time and was not counted: {reason}.} other {# events arrived in that time and were not counted, most of them for this reason: {reason}.}}',
            { count: dropped.events, reason: translateDropName(dropped.reason) },
          ),
    ],
    lists: [],
    action:
      dropped === null
        ? { label: t('Check the tracking snippet'), url: `${baseUrl}/websites/${website.id}/snippet` }
        : { label: t('View excluded traffic'), url: `${baseUrl}/websites/${website.id}?range=today` },
  };
}

/** Multiple of the usual: `3.4`, `12`. */
const formatTimes = (times: number): string => exact(times < 10 ? Math.round(times * 10) / 10 : Math.round(times));

/** In the website's time zone: `Monday 30 March, 14:05`. */
function formatTime(instant: number, timeZone: string): string {
  const date = zonedFormat({ weekday: 'long', day: 'numeric', month: 'long' }, timeZone);
  const time = zonedFormat({ hour: '2-digit', minute: '2-digit' }, timeZone);
  return t('{date}, {time}', { date: date.format(instant), time: time.format(instant) });
}

function render(to: string, website: AlertWebsite, links: NoticeLinks, alert: Alert): Email {
  const { subject, lines, lists, action } = alert;
  const name = oneLine(website.name, MAX_NAME);
  const reason = t('You get traffic alerts of {name} from Footfall. Times are in {timezone}.', {
    name,
    timezone: website.timezone,
  });
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
    t('{action}:', { action: action.label }),
    action.url,
    '',
    reason,
    t('Unsubscribe: {url}', { url: links.unsubscribeUrl }),
    t('Settings: {url}', { url: settingsUrl }),
    '',
  ];
  return { to, subject, text: text.join('\n'), html: toHtml(document), unsubscribeUrl: links.unsubscribeUrl };
}
