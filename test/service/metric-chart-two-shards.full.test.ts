import { describeMetricChart } from './metric-chart.js';
import { twoShardsService } from './two-shards-service.js';

describeMetricChart({
  open: twoShardsService,
  timezone: 'Europe/Berlin',
  from: '2026-03-25',
  intervals: ['day', 'month'],
});
