import { Counter, type Registry } from 'prom-client';
import type { JobMetrics } from './jobs/jobs.js';

/** Registers the metrics of the work that is done by the clock. */
export function jobMetrics(registry: Registry): JobMetrics {
  const registers = [registry];
  const deliveries = new Counter({
    name: 'footfall_deliveries_total',
    help: 'Attempts to send an email about a website, by outcome: sent, dropped, failed or given-up',
    labelNames: ['outcome'],
    registers,
  });
  const failedRuns = new Counter({
    name: 'footfall_job_failures_total',
    help: 'Weekly summaries and traffic alerts that could not be written, by topic, and whether they were given up',
    labelNames: ['topic', 'given_up'],
    registers,
  });
  return {
    onDelivery: (outcome) => deliveries.inc({ outcome }),
    onRunFailed: (topic, isGivenUp) => failedRuns.inc({ topic, given_up: String(isGivenUp) }),
  };
}
