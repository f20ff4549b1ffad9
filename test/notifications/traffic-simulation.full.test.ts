import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROFILES, simulateAll, toTable } from './traffic-simulation.js';

test('the rules of traffic alerts find what docs/emails.md says, with as few false alarms', () => {
  const reports = PROFILES.map((profile) => ({ profile, report: simulateAll(profile) }));
  const docs = readFileSync(new URL('../../docs/emails.md', import.meta.url), 'utf8');
  const cells = (line: string) => line.split('|').map((cell) => cell.trim());
  const written = new Set(docs.split('\n').map((line) => cells(line).join('|')));
  expect(toTable(reports).filter((line) => !written.has(cells(line).join('|')))).toEqual([]);
  for (const { report } of reports) {
    // A website has less than two false alarms of both kinds in a year.
    expect(report.falseSpikes + report.falseSilences).toBeLessThan((report.months / 12) * 2);
  }
});
