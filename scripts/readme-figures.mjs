// Writes the figures of bench/results.json into README.md and docs/benchmarks.md: node scripts/readme-figures.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const START = '<!-- figures: npm run bench:readme writes them from bench/results.json -->';
const END = '<!-- end of figures -->';

/** The cases in README.md. */
const MAIN_CASES = [
  ['page 30 days until now', 'the default dashboard page, 30 days'],
  ['small page 30 days until now', 'the same, of a website with 1 % of the events'],
  ['page 365 days until now', 'the dashboard page of a year'],
  ['main 1 day until now', '`main`, today'],
  ['main 30 days until now', '`main`, 30 days'],
  ['main 365 days until now', '`main`, a year'],
  ['visitors-chart 30 days until now', '`visitors-chart` by day, 30 days'],
  ['referrers 365 days until now', '`referrers`, a year'],
  ['pages 30 days until now', '`pages`, 30 days'],
];

/** The further cases in docs/benchmarks.md; results.json has all of them. */
const MORE_CASES = [
  ['main 365 days until now, browser', '`main`, a year, one browser'],
  ['visitors-chart 365 days until now', '`visitors-chart` by day, a year'],
  ['countries 30 days until now', '`countries`, 30 days'],
  ['pages 365 days until now', '`pages`, a year'],
  ['pages 365 days until now, browser', '`pages`, a year, one browser'],
  ['countries 365 days until now, browser + country', '`countries`, a year, one browser and country'],
  ['main 365 days', '`main`, a closed year'],
  ['pages 30 days', '`pages`, 30 closed days'],
];

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const number = (value) => value.toLocaleString('en');
const milliseconds = (value) => (value === undefined ? '–' : number(Number(value.toFixed(value < 10 ? 1 : 0))));

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const results = JSON.parse(readFileSync(path('bench/results.json'), 'utf8'));
for (const [name, section] of [
  ['README.md', overview(results)],
  ['docs/benchmarks.md', details(results)],
]) {
  const text = readFileSync(path(name), 'utf8');
  const [before, , after] = parts(name, text);
  const made = `${before}${START}\n\n${section}\n${END}${after}`;
  if (!values.check) writeFileSync(path(name), made);
  else if (made !== text) {
    process.stderr.write(`${name} does not show the figures of bench/results.json: npm run bench:readme\n`);
    process.exitCode = 1;
  }
}

function parts(name, text) {
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`${name} has lost the marks between which the figures stand`);
  return [text.slice(0, start), text.slice(start, end), text.slice(end + END.length)];
}

function overview({ questions, growth, machines }) {
  if (questions === undefined) return '';
  return `Milliseconds of queries over ranges that end now, of ${number(questions.events)} events, ${named(machines.questions)}: Footfall over HTTP
and its SQL alone, then the SQL of others on the same events in the same engine. [docs/benchmarks.md](docs/benchmarks.md) has more.

${timesTable(MAIN_CASES, questions)}${growth === undefined ? '' : grown(growth, named(machines.growth))}`;
}

function grown({ sizes }, machine) {
  const [small, large] = sizes;
  const rows = Object.keys(large.questions).map((name) => {
    const [before, after] = sizes.map(({ questions }) => questions[name].own.sql);
    return [
      MAIN_CASES.find(([each]) => each === name)[1],
      milliseconds(before),
      milliseconds(after),
      (after / before).toFixed(1),
    ];
  });
  return `
Milliseconds of its SQL as the events grow, ${machine}:

${table(['', ...[small, large].map(({ events }) => `${number(events)} events`), 'times'], rows)}`;
}

/** Parts that were not measured are left out. */
function details({ questions, growth, ingest, memory, import: imported, bi, machines }) {
  const goals = [questions, growth, ingest, memory, imported, bi].flatMap((part) => part?.goals ?? []);
  return [
    ...(questions === undefined ? [] : [asking(questions, named(machines.questions))]),
    ...(ingest === undefined ? [] : [collecting(ingest, named(machines.ingest))]),
    ...(memory === undefined ? [] : [memoryTable(memory, named(machines.memory))]),
    ...(bi === undefined ? [] : [besideBi(bi, named(machines.bi))]),
    ...(goals.length === 0 ? [] : [compared(goals)]),
  ].join('\n');
}

function named({ cpu, cores, node }) {
  return `on ${cores} cores (${cpu}, Node ${node.slice(1)})`;
}

function row(name, { perSecond, p50, p99 }) {
  return [name, number(perSecond), p50, p99];
}

function collecting({ bare, footfall, returning }, machine) {
  return `Collecting, ${machine}, beside a bare route that parses the same JSON and keeps nothing:

${table(
  ['', 'events a second', 'p50 ms', 'p99 ms'],
  [
    row('Footfall, each event on disk before its answer', footfall),
    ...(returning === undefined ? [] : [row('the same, of visitors who return', returning)]),
    row('bare route', bare),
  ],
)}`;
}

function memoryTable({ idle, collecting, importing }, machine) {
  return `Resident memory in millions of bytes, ${machine}: thirty seconds after the start on an empty folder, and at most under load. Anonymous
memory is the part that the system cannot drop:

${table(
  ['', 'resident', 'anonymous'],
  [
    ['idle', idle.resident, idle.anonymous],
    ['collecting as fast as possible', collecting.resident, '–'],
    ['an import of 400,000 lines', number(importing.resident), '–'],
  ],
)}`;
}

function besideBi({ events, alone, besideBi: beside, besideDashboards, statements }, machine) {
  return `Collecting at a steady rate, ${machine}: alone; beside four BI clients that ask one statement after another, each over a
year of the website with 60 % of ${number(events)} events; and beside ten dashboards of this website, each reloaded every second.
${number(statements)} statements of BI were answered:

${table(
  ['', 'events a second', 'p50 ms', 'p99 ms'],
  [row('collecting alone', alone), row('beside BI', beside), row('beside dashboards', besideDashboards)],
)}`;
}

function asking({ events, cases, questions, bytesPerEvent, accuracy }, machine) {
  const measured = Object.keys(questions).length;
  const interrupted = measured < cases ? ` (${measured} of ${cases} cases, the run was interrupted)` : '';
  return `Queries, ${machine}, over ${number(events)} events of 12 months and a half, on the website with 60 % of them. Ranges end now,
unless closed. Times are median milliseconds${interrupted}: of Footfall over HTTP, and of its statements alone; then of others' statements on
their own tables, with the same events in the same engine. Today's events are in small parts, as in a service that collects. The SQL of a
dashboard page is the sum of its statements:

${timesTable([...MAIN_CASES, ...MORE_CASES], { questions, bytesPerEvent })}
Bytes on disk for an event, everything included: ${Object.entries(bytesPerEvent)
    .map(([name, bytes]) => `${name} ${bytes}`)
    .join(', ')}.
Of ${number(accuracy.counts)} counts of visitors compared with exact ones, those up to ${number(accuracy.exactTo)} are wrong in ${number(accuracy.wrongBelow)} cases; of larger ones the largest error is ${(accuracy.largestError * 100).toFixed(2)} %.
`;
}

/** Returns a table with a row for each measured case. */
function timesTable(shown, { questions, bytesPerEvent }) {
  const peers = Object.keys(bytesPerEvent).filter((name) => name !== 'Footfall');
  const rows = shown.flatMap(([name, title]) => {
    const found = questions[name];
    if (found === undefined) return [];
    return [[title, ...[found.own.http, found.own.sql, ...peers.map((peer) => found.others[peer])].map(milliseconds)]];
  });
  return table(['', 'HTTP', 'SQL', ...peers], rows);
}

function compared(goals) {
  const bound = ({ atMost, atLeast }) => (atLeast === undefined ? `≤ ${number(atMost)}` : `≥ ${number(atLeast)}`);
  const items = goals.map(
    (goal) =>
      `- ${goal.what.replace(/(, until now)?, of the best peer$/, '')}: ${number(goal.value)} (goal ${bound(goal)}, aim ${number(goal.aim)})\n`,
  );
  return `Goals, as ratios to the best peer over ranges until now, unless they say otherwise. Of several cases the worst is shown:\n\n${items.join('')}`;
}

function table(head, rows) {
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)));
  const line = (row) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return `${[line(cells[0]), rule, ...cells.slice(1).map(line)].join('\n')}\n`;
}
