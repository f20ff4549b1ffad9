import { describeMetricChart } from './metric-chart.js';

// A month's end, and a change of clocks.
describeMetricChart({ timezone: 'Europe/Berlin', from: '2026-03-25', intervals: ['hour', 'day', 'week', 'month'] });

describeMetricChart({
  timezone: 'Australia/Lord_Howe',
  from: '2026-03-30',
  intervals: ['hour', 'day', 'week', 'month'],
});
