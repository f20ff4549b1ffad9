import { Counter, type Registry } from 'prom-client';
import type { ExportHooks } from '../history/export/export-runner.js';
import type { JobMetrics } from '../notifications/context.js';

export function jobMetrics(registry: Registry): JobMetrics & Pick<ExportHooks, 'onExport'> {
  const registers = [registry];
  const deliveries = new Counter({
    name: 'footfall_deliveries_total',
    help: 'Attempts to send an email about a website, by outcome: sent, dropped, failed or given-up',
    labelNames: ['outcome'],
    registers,
  });
  const failedRuns = new Counter({
    name: 'footfall_job_failures_total',
    help: 'Runs of weekly summaries, traffic alerts and retention that failed, by topic, and whether they were given up',
    labelNames: ['topic', 'given_up'],
    registers,
  });
  const exported = new Counter({
    name: 'footfall_scheduled_exports_total',
    help: 'Files of scheduled exports, by outcome: written, or failed, to be tried again',
    labelNames: ['outcome'],
    registers,
  });
  return {
    onExport: (outcome) => exported.inc({ outcome }),
    onDelivery: (outcome) => deliveries.inc({ outcome }),
    onRunFailed: (topic, isGivenUp) => failedRuns.inc({ topic, given_up: String(isGivenUp) }),
  };
}
