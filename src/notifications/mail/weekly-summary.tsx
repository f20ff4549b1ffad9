import type { Child, FC } from 'hono/jsx';
import { translateDropName } from '../../collect/drops.js';
import { dateSpan } from '../../lib/date-text.js';
import { t } from '../../lib/language/translate.js';
import { duration, exact, percent, pointsText } from '../../lib/number-text.js';
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
      title: quietSubject(props),
      lines: quietLines(props).slice(0, -1),
      url: snippetUrl(props),
    };
  }
  const figures = shownFigures(summary).map(({ label, value, change }) =>
    t('{label}: {value} ({change})', { label, value, change }),
  );
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
    subject: isQuiet ? quietSubject(bounded) : writeSubject(bounded),
    text: (isQuiet ? quietText(bounded) : summaryText(bounded)).join('\n'),
    html: toHtml(isQuiet ? <QuietWeek {...bounded} /> : <SummaryDocument {...bounded} />),
    images: isQuiet ? [] : [{ cid: CHART, filename: 'visitors-by-day.png', png: await drawDays(props.summary.days) }],
    unsubscribeUrl: props.links.unsubscribeUrl,
  };
}

function writeSubject({ website, summary: { visitors, segment } }: SummaryProps): string {
  const name = segment === undefined ? website.name : `${website.name}, ${segment.name}`;
  const count = visitors.now;
  if (visitors.before === 0 || visitors.change === null) {
    return t('{name}: {count, plural, one {# visitor} other {# visitors}} last week', { name, count });
  }
  return t('{name}: {count, plural, one {# visitor} other {# visitors}} last week ({change})', {
    name,
    count,
    change: changeText(visitors),
  });
}

const quietSubject = ({ website: { name } }: SummaryProps): string => t('No visitors last week: {name}', { name });

/** In whole percent: `+12%`, `−3%`, `±0%`; a different text when the week before had none. */
function changeText({ now, before, change }: Figure): string {
  if (before === 0 && now > 0) return t('none before');
  if (change === null) return t('no full week before');
  const size = Math.round(Math.abs(change));
  return `${size === 0 ? '±' : change > 0 ? '+' : '−'}${percent(size)}`;
}

const isCompared = ({ now, before, change }: Figure): boolean => change !== null && (before > 0 || now === 0);

/** A rate of 0 to 1 changes in percentage points, because a percentage of a percentage is misread. */
function rateChangeText(figure: Figure): string {
  if (!isCompared(figure)) return changeText(figure);
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
    show(t('Visitors'), summary.visitors, exact, 'better'),
    show(t('Visits'), summary.visits, exact, 'better'),
    ...(hasPageviews ? [show(t('Pageviews'), summary.pageviews, exact, 'better')] : []),
    ...(hasPageviews && hasVisits
      ? [show(t('Bounce rate'), summary.bounceRate, (rate) => percent(rate * 100), 'worse')]
      : []),
    ...(hasVisits ? [show(t('Visit duration'), summary.durationSeconds, duration, 'better')] : []),
  ];
}

const shownLists = (summary: WeeklySummary): readonly ShownList[] =>
  [
    { title: t('Top pages'), unit: 'visitors' as const, rows: summary.pages },
    { title: t('Top referrers'), unit: 'visitors' as const, rows: summary.sources },
    { title: t('Top countries'), unit: 'visitors' as const, rows: summary.countries },
    { title: t('Top outbound links'), unit: 'clicks' as const, rows: summary.outboundLinks },
    { title: t('Top campaigns'), unit: 'visitors' as const, rows: summary.campaigns },
    { title: t('Top custom events'), unit: 'visitors' as const, rows: summary.customEvents },
  ].filter(({ rows }) => rows.length > 0);

const explanation = ({ whatChanged }: WeeklySummary): readonly string[] =>
  whatChanged === undefined ? [] : [whatChanged];

const formatWeek = ({ from, to }: WeeklySummary): string => dateSpan({ from, to });

/** What the figures are of. */
function describeFigures({ summary }: SummaryProps): string {
  const week = formatWeek(summary);
  const { segment } = summary;
  return segment === undefined
    ? t('{week}, compared with the week before', { week })
    : t('Segment “{segment}”, {week}, compared with the week before', { segment: segment.name, week });
}

function weekUrl({ website, summary: { from, to, segment }, links }: SummaryProps): string {
  const view = new URLSearchParams({ from, to, ...(segment && { segment: segment.id }) });
  return `${links.baseUrl}/websites/${website.id}?${view}`;
}

const settingsUrl = ({ website, links }: SummaryProps): string =>
  `${links.baseUrl}/websites/${website.id}/notifications`;

const writeReason = ({ website: { name }, summary: { segment } }: SummaryProps): string =>
  segment === undefined
    ? t('You get the weekly summary of {name} from Footfall.', { name })
    : t('You get the weekly summary of {name} and its segments from Footfall.', { name });

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
      <h2 {...look('heading')}>{t('Visitors by day')}</h2>
      <Days days={summary.days} />
      {shownLists(summary).map((list) => (
        <List {...list} />
      ))}
      <ButtonLink href={weekUrl(props)}>{t('View the week in the dashboard')}</ButtonLink>
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
    <Layout title={t('No visitors last week')} preview={quietLead(props)} footer={<SummaryFooter {...props} />}>
      <h1 {...look('title')}>{website.name}</h1>
      <p {...look('muted')}>{formatWeek(summary)}</p>
      {quietLines(props).map(
        (line): Child => (
          <p {...look('text')}>{line}</p>
        ),
      )}
      <ButtonLink href={snippetUrl(props)}>{t('Check the tracking snippet')}</ButtonLink>
    </Layout>
  );
};

const snippetUrl = ({ website, links }: SummaryProps): string => `${links.baseUrl}/websites/${website.id}/snippet`;

const quietLead = ({ website }: SummaryProps): string =>
  t('No visitors of {domain} were counted last week.', { domain: unicodeHost(website.domain) });

/** Advice for a week without visitors. */
function quietLines(props: SummaryProps): readonly string[] {
  const { visitors, dropped } = props.summary;
  return [
    quietLead(props),
    ...(visitors.before > 0
      ? [
          t('The week before there were {count}. The snippet may be missing since then.', {
            count: exact(visitors.before),
          }),
        ]
      : [t('Either no one came, or the tracking snippet is not on the pages.')]),
    ...(dropped === null
      ? []
      : [
          t(
            '{count, plural, one {# event arrived and was not counted: {reason}.} other {# events arrived and were not counted: {reason}.}}',
            { count: dropped.events, reason: translateDropName(dropped.reason) },
          ),
        ]),
    t('While there are no visitors, this email comes at most once a month.'),
  ];
}

function quietText(props: SummaryProps): readonly string[] {
  return [
    `${props.website.name}, ${formatWeek(props.summary)}`,
    '',
    ...quietLines(props),
    '',
    t('{action}:', { action: t('Check the tracking snippet') }),
    snippetUrl(props),
    ...footerText(props),
  ];
}

const LABEL_WIDTH = 16;
const VALUE_WIDTH = 12;

function summaryText(props: SummaryProps): readonly string[] {
  const { website, summary } = props;
  const figures = shownFigures(summary);
  const width = Math.max(LABEL_WIDTH, ...figures.map(({ label }) => label.length + 2));
  const line = (label: string, value: string, change: string) =>
    `${label.padEnd(width)}${value.padStart(VALUE_WIDTH)}  ${change}`;
  return [
    t('Weekly summary of {name}', { name: website.name }),
    describeFigures(props),
    '',
    ...figures.map(({ label, value, change }) => line(label, value, change)),
    ...explanation(summary).flatMap((text) => ['', text]),
    '',
    t('Visitors by day'),
    ...summary.days.map(({ date, visitors, before }) =>
      line(weekdayName(date), exact(visitors), t('(week before: {count})', { count: exact(before) })),
    ),
    ...shownLists(summary).flatMap(writeList),
    '',
    t('{action}:', { action: t('View the week in the dashboard') }),
    weekUrl(props),
    ...footerText(props),
  ];
}

const footerText = (props: SummaryProps): readonly string[] => [
  '',
  writeReason(props),
  t('Unsubscribe: {url}', { url: props.links.unsubscribeUrl }),
  t('Settings: {url}', { url: settingsUrl(props) }),
  '',
];
