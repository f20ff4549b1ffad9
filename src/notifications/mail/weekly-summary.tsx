import type { Child, FC } from 'hono/jsx';
import { dateSpan } from '../../lib/date-text.js';
import { duration, exact, percent, pointsText, wordFor } from '../../lib/number-text.js';
import { oneLine } from '../../lib/text.js';
import { unicodeHost } from '../../lib/unicode-host.js';
import { drawDays } from './chart.js';
import { CHART, Days, weekdayName } from './days.js';
import { ButtonLink, Footer, Layout, toHtml } from './layout.js';
import { List, type ShownList, writeList } from './list.js';
import { look } from './look.js';
import type { Email } from './mailer.js';
import type { Brief, Figure, NoticeLinks, NoticeWebsite, WeeklySummary } from './notice-content.js';

const MAX_NAME = 100;

export function summaryBrief(website: NoticeWebsite, summary: WeeklySummary, baseUrl: string): Brief {
  const named = { ...website, name: oneLine(website.name, MAX_NAME) };
  const props = { website: named, summary, links: { baseUrl, unsubscribeUrl: '' } };
  if (summary.visitors.now === 0) {
    return {
      title: `No visitors last week: ${named.name}`,
      lines: quietLines(props).slice(0, -1),
      url: snippetUrl(props),
    };
  }
  const figures = shownFigures(summary).map(({ label, value, change }) => `${label}: ${value} (${change})`);
  const lines = [formatWeek(summary), ...figures, ...explanation(summary)];
  return { title: writeSubject(props), lines, url: weekUrl(props) };
}

interface SummaryProps {
  readonly website: NoticeWebsite;
  readonly summary: WeeklySummary;
  readonly links: NoticeLinks;
}

/** A formatted figure, and whether its change is good, bad or neither. */
interface ShownFigure {
  readonly label: string;
  readonly value: string;
  readonly change: string;
  readonly mood: 'better' | 'worse' | 'before';
}

/** As HTML and as plain text. */
export async function weeklySummaryEmail(to: string, props: SummaryProps): Promise<Email> {
  const bounded = { ...props, website: { ...props.website, name: oneLine(props.website.name, MAX_NAME) } };
  const isQuiet = props.summary.visitors.now === 0;
  return {
    to,
    subject: isQuiet ? `No visitors last week: ${bounded.website.name}` : writeSubject(bounded),
    text: (isQuiet ? quietText(bounded) : summaryText(bounded)).join('\n'),
    html: toHtml(isQuiet ? <QuietWeek {...bounded} /> : <SummaryDocument {...bounded} />),
    images: isQuiet ? [] : [{ cid: CHART, filename: 'visitors-by-day.png', png: await drawDays(props.summary.days) }],
    unsubscribeUrl: props.links.unsubscribeUrl,
  };
}

function writeSubject({ website, summary: { visitors, segment } }: SummaryProps): string {
  const change = visitors.before === 0 || visitors.change === null ? '' : ` (${changeText(visitors)})`;
  const name = segment === undefined ? website.name : `${website.name}, ${segment.name}`;
  return `${name}: ${exact(visitors.now)} ${wordFor(visitors.now, 'visitor')} last week${change}`;
}

/** In whole percent: `+12%`, `−3%`, `±0%`; a different text when the week before had none. */
function changeText({ now, before, change }: Figure): string {
  if (before === 0 && now > 0) return 'none before';
  if (change === null) return 'no full week before';
  const size = Math.round(Math.abs(change));
  if (size === 0) return '±0%';
  return `${change > 0 ? '+' : '−'}${exact(size)}%`;
}

/** A rate of 0 to 1 changes in percentage points, because a percentage of a percentage is misread. */
function rateChangeText(figure: Figure): string {
  if (!/\d/.test(changeText(figure))) return changeText(figure);
  const points = Math.round((figure.now - figure.before) * 1000) / 10;
  return `${points === 0 ? '±' : points > 0 ? '+' : '−'}${pointsText(Math.abs(points))}`;
}

function shownFigures(summary: WeeklySummary): readonly ShownFigure[] {
  const show = (label: string, figure: Figure, write: (value: number) => string, moreIs: 'better' | 'worse') => {
    const change = figure === summary.bounceRate ? rateChangeText(figure) : changeText(figure);
    const isGood = change.startsWith('+') === (moreIs === 'better');
    const isNeither = !/^[+−]/.test(change);
    return {
      label,
      value: write(figure.now),
      change,
      mood: isNeither ? 'before' : isGood ? 'better' : 'worse',
    } as const;
  };
  // Those of a segment may have only custom events.
  const hasPageviews = summary.pageviews.now + summary.pageviews.before > 0;
  const hasVisits = summary.visits.now > 0;
  return [
    show('Visitors', summary.visitors, exact, 'better'),
    show('Visits', summary.visits, exact, 'better'),
    ...(hasPageviews ? [show('Pageviews', summary.pageviews, exact, 'better')] : []),
    ...(hasPageviews && hasVisits
      ? [show('Bounce rate', summary.bounceRate, (rate) => percent(rate * 100), 'worse')]
      : []),
    ...(hasVisits ? [show('Visit duration', summary.durationSeconds, duration, 'better')] : []),
  ];
}

const shownLists = (summary: WeeklySummary): readonly ShownList[] =>
  [
    { title: 'Top pages', unit: 'Visitors', rows: summary.pages },
    { title: 'Top referrers', unit: 'Visitors', rows: summary.sources },
    { title: 'Top countries', unit: 'Visitors', rows: summary.countries },
    { title: 'Top outbound links', unit: 'Clicks', rows: summary.outboundLinks },
    { title: 'Top campaigns', unit: 'Visitors', rows: summary.campaigns },
    { title: 'Top custom events', unit: 'Visitors', rows: summary.customEvents },
  ].filter(({ rows }) => rows.length > 0);

const explanation = ({ whatChanged }: WeeklySummary): readonly string[] =>
  whatChanged === undefined ? [] : [whatChanged];

const formatWeek = ({ from, to }: WeeklySummary): string => dateSpan({ from, to });

/** What the figures are of. */
const describeFigures = ({ summary }: SummaryProps): string =>
  [
    ...(summary.segment === undefined ? [] : [`Segment “${summary.segment.name}”`]),
    formatWeek(summary),
    'compared with the week before',
  ].join(', ');

function weekUrl({ website, summary: { from, to, segment }, links }: SummaryProps): string {
  const view = new URLSearchParams({ from, to, ...(segment && { segment: segment.id }) });
  return `${links.baseUrl}/websites/${website.id}?${view}`;
}

const settingsUrl = ({ website, links }: SummaryProps): string =>
  `${links.baseUrl}/websites/${website.id}/notifications`;

const writeReason = ({ website, summary: { segment } }: SummaryProps): string =>
  `You get the weekly summary of ${website.name}${segment === undefined ? '' : ' and its segments'} from Footfall.`;

const SummaryFooter: FC<SummaryProps> = (props) => (
  <Footer reason={writeReason(props)} unsubscribeUrl={props.links.unsubscribeUrl} settingsUrl={settingsUrl(props)} />
);

const SummaryDocument: FC<SummaryProps> = (props) => {
  const { website, summary } = props;
  return (
    <Layout title={writeSubject(props)} preview={writePreview(summary)} footer={<SummaryFooter {...props} />}>
      <h1 {...look('title')}>{website.name}</h1>
      <p {...look('muted')}>{describeFigures(props)}</p>
      <table {...look('table')}>
        <tbody>
          {shownFigures(summary).map(({ label, value, change, mood }) => (
            <tr>
              <th scope="row" {...look('label')}>
                {label}
              </th>
              <td {...look('value')}>{value}</td>
              <td {...look('change', mood)}>{change}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {explanation(summary).map((text) => (
        <p {...look('text')}>{text}</p>
      ))}
      <h2 {...look('heading')}>Visitors by day</h2>
      <Days days={summary.days} />
      {shownLists(summary).map((list) => (
        <List {...list} />
      ))}
      <ButtonLink href={weekUrl(props)}>View the week in the dashboard</ButtonLink>
    </Layout>
  );
};

const writePreview = (summary: WeeklySummary): string =>
  shownFigures(summary)
    .map(({ label, value, change }) => `${label} ${value} (${change})`)
    .join(' · ');

const QuietWeek: FC<SummaryProps> = (props) => {
  const { website, summary } = props;
  return (
    <Layout title="No visitors last week" preview={quietLead(props)} footer={<SummaryFooter {...props} />}>
      <h1 {...look('title')}>{website.name}</h1>
      <p {...look('muted')}>{formatWeek(summary)}</p>
      {quietLines(props).map(
        (line): Child => (
          <p {...look('text')}>{line}</p>
        ),
      )}
      <ButtonLink href={snippetUrl(props)}>Check the tracking snippet</ButtonLink>
    </Layout>
  );
};

const snippetUrl = ({ website, links }: SummaryProps): string => `${links.baseUrl}/websites/${website.id}/snippet`;

const quietLead = ({ website }: SummaryProps): string =>
  `No visitors of ${unicodeHost(website.domain)} were counted last week.`;

/** Advice for a week without visitors. */
function quietLines(props: SummaryProps): readonly string[] {
  const { visitors, dropped } = props.summary;
  return [
    quietLead(props),
    ...(visitors.before > 0
      ? [`The week before there were ${exact(visitors.before)}. The snippet may be missing since then.`]
      : ['Either no one came, or the tracking snippet is not on the pages.']),
    ...(dropped === null
      ? []
      : [
          `${exact(dropped.events)} ${wordFor(dropped.events, 'event')} arrived and were not counted: ${dropped.reason}.`,
        ]),
    'While there are no visitors, this email comes at most once a month.',
  ];
}

function quietText(props: SummaryProps): readonly string[] {
  return [
    `${props.website.name}, ${formatWeek(props.summary)}`,
    '',
    ...quietLines(props),
    '',
    'Check the tracking snippet:',
    snippetUrl(props),
    ...footerText(props),
  ];
}

const LABEL_WIDTH = 16;
const VALUE_WIDTH = 12;

function summaryText(props: SummaryProps): readonly string[] {
  const { website, summary } = props;
  const line = (label: string, value: string, change: string) =>
    `${label.padEnd(LABEL_WIDTH)}${value.padStart(VALUE_WIDTH)}  ${change}`;
  return [
    `Weekly summary of ${website.name}`,
    describeFigures(props),
    '',
    ...shownFigures(summary).map(({ label, value, change }) => line(label, value, change)),
    ...explanation(summary).flatMap((text) => ['', text]),
    '',
    'Visitors by day',
    ...summary.days.map(({ date, visitors, before }) =>
      line(weekdayName(date), exact(visitors), `(week before: ${exact(before)})`),
    ),
    ...shownLists(summary).flatMap(writeList),
    '',
    'View the week in the dashboard:',
    weekUrl(props),
    ...footerText(props),
  ];
}

const footerText = (props: SummaryProps): readonly string[] => [
  '',
  writeReason(props),
  `Unsubscribe: ${props.links.unsubscribeUrl}`,
  `Settings: ${settingsUrl(props)}`,
  '',
];
