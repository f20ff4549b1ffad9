/** The intervals that a chart can be split by. */
export const intervals = ['hour', 'day', 'week', 'month'] as const;

export type Interval = (typeof intervals)[number];
