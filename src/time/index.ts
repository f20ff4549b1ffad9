export { type Bucket, dayBuckets, hourBuckets, minuteBuckets, monthBuckets, weekBuckets } from './buckets.js';
export { daysToSameWeekday, instantYearBefore, moveDays, rangeYearBefore } from './comparison.js';
export {
  dateBefore,
  dayNumber,
  daysBetween,
  formatDay,
  isDayStart,
  isSkipped,
  lastWeek,
  localDate,
  localDay,
  localDayStarts,
  monthsBefore,
  sameTimeBefore,
  startOfDay,
  startOfLocalDay,
  startOfWeek,
} from './days.js';
export { type Days, lastHours, namedDays, type RangeMoment, type RangeName, rangeNames } from './named-range.js';
export {
  DATE_PATTERN,
  isMoment,
  MOMENT_PATTERN,
  MOMENT_RULE,
  namedRange,
  parseRange,
  QUARTER_MS,
  type Range,
  type Ranges,
  utcMonth,
} from './range.js';
export { groupIntoRuns, type Run } from './runs.js';
export { isTimeZone, offsetAt, stretchesBetween } from './zone.js';
export { presentZoneName, spellTimeZone } from './zone-names.js';
