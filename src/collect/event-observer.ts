import type { DroppedEvent } from './collector.js';
import type { DropCounter } from './drop-counter.js';
import type { PartialReason } from './drops.js';
import type { EventType } from './event.js';
import type { IngestMetrics } from './metrics.js';

/** Callbacks for each event that is received. */
export interface EventObserver {
  readonly onKept: () => void;
  /** For an event that is kept without a part of it. */
  readonly onPartial: (websiteId: string, reason: PartialReason) => void;
  /** The website is undefined where its tracking key is unknown. */
  readonly onDropped: (drop: DroppedEvent, websiteId: string | undefined, type: EventType) => void;
}

/** Counts events for `/metrics`, and dropped ones for the owner of the website. */
export const countEvents = (metrics: IngestMetrics, drops: DropCounter, now: () => number): EventObserver => ({
  onKept: () => metrics.kept.inc(),
  onPartial: (websiteId, reason) => drops.add(websiteId, reason, now()),
  onDropped: ({ dropped: reason, agent }, websiteId, type) => {
    metrics.dropped.inc({ reason });
    // A leave is not counted as an event.
    if (type !== 'leave') drops.add(websiteId, reason, now(), agent);
  },
});
