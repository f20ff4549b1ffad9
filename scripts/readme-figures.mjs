// Writes the figures of bench/results.json into README.md: node scripts/readme-figures.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const START = '<!-- figures: npm run bench:readme writes them from bench/results.json -->';
const END = '<!-- end of figures -->';

/** The questions that are shown; all of them are in the file. */
const SHOWN = [
  ['main 365 days', '`main`, a year'],
  ['main 30 days', '`main`, 30 days'],
  ['main 30 days until now', '`main`, 30 days until now'],
  ['main 365 days, browser', '`main`, a year, one browser'],
  ['main 365 days, page', '`main`, a year, one page'],
  ['chart-day 365 days', '`visitors-chart` by day, a year'],
  ['chart-hour 30 days', '`visitors-chart` by hour, 30 days'],
  ['countries 365 days', '`countries`, a year'],
  ['referrers 365 days', '`referrers`, a year'],
  ['pages 365 days', '`pages`, a year'],
  ['pages 365 days, browser', '`pages`, a year, one browser'],
  ['pages 365 days, browser + country', '`pages`, a year, one browser in one country'],
  ['countries 365 days, browser', '`countries`, a year, one browser'],
  ['countries 30 days until now', '`countries`, 30 days until now'],
  ['pages 30 days', '`pages`, 30 days'],
];

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const number = (value) => value.toLocaleString('en');
const milliseconds = (value) => (value === undefined ? '–' : number(Number(value.toFixed(value < 10 ? 1 : 0))));

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const readme = readFileSync(path('README.md'), 'utf8');
const [before, , after] = parts(readme);
const made = `${before}${START}\n\n${section(JSON.parse(readFileSync(path('bench/results.json'), 'utf8')))}\n${END}${after}`;
if (!values.check) writeFileSync(path('README.md'), made);
else if (made !== readme) {
  process.stderr.write('README.md does not show the figures of bench/results.json: npm run bench:readme\n');
  process.exitCode = 1;
}

function parts(text) {
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error('README.md has lost the marks between which the figures stand');
  return [text.slice(0, start), text.slice(start, end), text.slice(end + END.length)];
}

function section({ ingest, machines, questions, bounds }) {
  return [
    '`npm run bench` measures them anew.\n',
    ...(ingest === undefined ? [] : [collecting(ingest, named(machines.ingest))]),
    ...(questions === undefined ? [] : [asking(questions, named(machines.questions))]),
    ...(bounds === undefined ? [] : [bounded(bounds, named(machines.bounds))]),
  ].join('\n');
}

function named({ cpu, cores, node }) {
  return `on ${cores} cores (${cpu}, Node ${node.slice(1)})`;
}

function collecting({ bare, footfall }, machine) {
  return `Collecting, ${machine}, beside a bare route that parses the same JSON and keeps nothing:

${table(
  ['', 'events a second', 'p50 ms', 'p99 ms'],
  [
    ['Footfall, each event on disk before its answer', number(footfall.perSecond), footfall.p50, footfall.p99],
    ['bare route', number(bare.perSecond), bare.p50, bare.p99],
  ],
)}`;
}

function asking({ events, cases, questions, bytesPerEvent, accuracy }, machine) {
  const measured = Object.keys(questions).length;
  const peers = Object.keys(bytesPerEvent).filter((name) => name !== 'Footfall');
  const rows = SHOWN.flatMap(([name, shown]) => {
    const found = questions[name];
    if (found === undefined) return [];
    const { own, others } = found;
    return [[shown, own.http, own.sql, others.plain?.sql, ...peers.map((peer) => others[peer]?.sql)]];
  });
  return `Questions, ${machine}, over ${number(events)} events of a year, the website with 60 % of them; median milliseconds${measured < cases ? ` (${measured} of ${cases} kinds of question, the run was interrupted)` : ''}. Footfall over HTTP
and its statements alone; then, of the same events in the same engine, the obvious statement on the raw events, and what
others ask of their own tables:

${table(
  ['', 'HTTP', 'SQL', 'raw events', ...peers],
  rows.map(([shown, ...times]) => [shown, ...times.map(milliseconds)]),
)}
Bytes on disk for an event, everything included: ${Object.entries(bytesPerEvent)
    .map(([name, bytes]) => `${name} ${bytes}`)
    .join(', ')}.
Of ${number(accuracy.counts)} counts of visitors compared with exact ones, those up to ${number(accuracy.exactTo)} are wrong in ${number(accuracy.wrongBelow)} cases; of larger ones the largest error is ${(accuracy.largestError * 100).toFixed(2)} %.
`;
}

function bounded({ goals }, machine) {
  return `Against the machine itself, ${machine}, as multiples where no unit is named. What is over “at most” misses our own aim, and
[ARCHITECTURE.md](ARCHITECTURE.md) says why:

${table(
  ['', 'measured', 'at most'],
  goals.map(({ what, value, atMost }) => [what, number(value), atMost === undefined ? '' : number(atMost)]),
)}`;
}

function table(head, rows) {
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)));
  const line = (row) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return `${[line(cells[0]), rule, ...cells.slice(1).map(line)].join('\n')}\n`;
}
