import type { Child, FC } from 'hono/jsx';
import { translateDropName } from '../../collect/drops.js';
import { dateSpan } from '../../lib/date-text.js';
import { t } from '../../lib/language/translate.js';
import { exact } from '../../lib/number-text.js';
import { oneLine } from '../../lib/text.js';
import { unicodeHost } from '../../lib/unicode-host.js';
import { drawDays } from './chart.js';
import { CHART, Days, weekdayName } from './days.js';
import { ButtonLink, Footer, Layout, toHtml } from './layout.js';
import { List, type ShownList, writeList } from './list.js';
import { look } from './look.js';
import type { Email } from './mailer.js';
import type { Brief, Figure, NoticeLinks, NoticeWebsite, WeeklySummary } from './notice-content.js';
import { changeText, shownFigures } from './summary-figures.js';

const MAX_NAME = 100;

export function summaryBrief(website: NoticeWebsite, summary: WeeklySummary, baseUrl: string): Brief {
  const named = { ...website, name: oneLine(website.name, MAX_NAME) };
  const props = { website: named, summary, links: { baseUrl, unsubscribeUrl: '' } };
  if (isQuiet(summary)) {
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

/** Whether the website had no visitors. Of a view, that says nothing of the tracking snippet. */
const isQuiet = ({ visitors, goal, segment, comparison }: WeeklySummary): boolean =>
  visitors.now === 0 && [goal, segment, comparison].every((part) => part === undefined);

/** As HTML and as plain text. */
export async function weeklySummaryEmail(to: string, props: SummaryProps): Promise<Email> {
  const bounded = { ...props, website: { ...props.website, name: oneLine(props.website.name, MAX_NAME) } };
  const quiet = isQuiet(props.summary);
  return {
    to,
    subject: quiet ? quietSubject(bounded) : writeSubject(bounded),
    text: (quiet ? quietText(bounded) : summaryText(bounded)).join('\n'),
    html: toHtml(quiet ? <QuietWeek {...bounded} /> : <SummaryDocument {...bounded} />),
    images: quiet ? [] : [{ cid: CHART, filename: 'visitors-by-day.png', png: await drawDays(props.summary.days) }],
    unsubscribeUrl: props.links.unsubscribeUrl,
  };
}

function writeSubject({ website, summary }: SummaryProps): string {
  const { visitors, segment, goal } = summary;
  const name = [website, segment, goal].flatMap((each) => each?.name ?? []).join(', ');
  if (goal !== undefined) return conversionsSubject(name, goal.conversions, changeText(goal.conversions, summary));
  const count = visitors.now;
  if (visitors.before === 0 || visitors.change === null) {
    return t('{name}: {count, plural, one {# visitor} other {# visitors}} last week', { name, count });
  }
  return t('{name}: {count, plural, one {# visitor} other {# visitors}} last week ({change})', {
    name,
    count,
    change: changeText(visitors, summary),
  });
}

function conversionsSubject(name: string, conversions: Figure, change: string): string {
  const count = conversions.now;
  return conversions.before === 0 || conversions.change === null
    ? t('{name}: {count, plural, one {# conversion} other {# conversions}} last week', { name, count })
    : t('{name}: {count, plural, one {# conversion} other {# conversions}} last week ({change})', {
        name,
        count,
        change,
      });
}

const quietSubject = ({ website: { name } }: SummaryProps): string => t('No visitors last week: {name}', { name });

function shownLists(summary: WeeklySummary): readonly ShownList[] {
  const ofGoal = summary.goal && ('conversions' as const);
  const unit = ofGoal ?? ('visitors' as const);
  return [
    { title: t('Top pages'), unit, rows: summary.pages },
    { title: t('Top referrers'), unit, rows: summary.sources },
    { title: t('Top countries'), unit, rows: summary.countries },
    { title: t('Top outbound links'), unit: ofGoal ?? ('clicks' as const), rows: summary.outboundLinks },
    { title: t('Top campaigns'), unit, rows: summary.campaigns },
    { title: t('Top custom events'), unit, rows: summary.customEvents },
  ].filter(({ rows }) => rows.length > 0);
}

const explanation = ({ whatChanged }: WeeklySummary): readonly string[] =>
  whatChanged === undefined ? [] : [whatChanged];

const formatWeek = ({ from, to }: WeeklySummary): string => dateSpan({ from, to });

/** What the figures are of. */
function describeFigures({ summary }: SummaryProps): string {
  const week = formatWeek(summary);
  const { goal, segment, comparison } = summary;
  return [
    ...(goal === undefined ? [] : [t('Goal: {name}', { name: goal.name })]),
    ...(segment === undefined ? [] : [t('Segment: {name}', { name: segment.name })]),
    comparison === undefined
      ? t('{week}, compared with the week before', { week })
      : t('{week}, compared with the same period last year', { week }),
  ].join(', ');
}

function weekUrl({ website, summary: { from, to, goal, segment, comparison }, links }: SummaryProps): string {
  const view = new URLSearchParams({
    from,
    to,
    ...(comparison && { compare: comparison.mode, ...(comparison.matchWeekday && { matchWeekday: 'true' }) }),
    ...(goal && { goal: goal.id }),
    ...(segment && { segment: segment.id }),
  });
  return `${links.baseUrl}/websites/${website.id}?${view}`;
}

const settingsUrl = ({ website, links }: SummaryProps): string =>
  `${links.baseUrl}/websites/${website.id}/notifications`;

const writeReason = ({ website: { name }, summary: { view } }: SummaryProps): string =>
  view === undefined
    ? t('You get the weekly summary of {name} from Footfall.', { name })
    : t('You get the weekly summary of {name} and some of its views from Footfall.', { name });

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
      <h2 {...look('heading')}>{daysTitle(summary)}</h2>
      <Days {...summary} />
      {shownLists(summary).map((list) => (
        <List {...list} />
      ))}
      <ButtonLink href={weekUrl(props)}>{t('View the week in the dashboard')}</ButtonLink>
    </Layout>
  );
};

const daysTitle = ({ goal }: WeeklySummary): string =>
  goal === undefined ? t('Visitors by day') : t('Conversions by day');

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
    daysTitle(summary),
    ...summary.days.map(({ date, visitors, before }) => {
      const count = exact(before);
      const compared =
        summary.comparison === undefined
          ? t('(week before: {count})', { count })
          : t('(last year: {count})', { count });
      return line(weekdayName(date), exact(visitors), compared);
    }),
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
