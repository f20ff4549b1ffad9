/** The steps of a block, in order. */
export type BlockStep = 'sessions given' | 'block kept' | 'events inserted' | 'inserted' | 'segment forgotten';

export interface BlockObserver {
  readonly onStep: (step: BlockStep) => void;
  readonly onInserted: (seconds: number) => void;
  /** ClickHouse refused rows, which were set aside. */
  readonly onRejected: (rows: number) => void;
  /** Called with websites of which events may be missing, since rows or parts of the journal were set aside. May repeat. */
  readonly onEventsRejected: (websiteIds: readonly string[]) => void;
  /** Called when open sessions were dropped because there were too many: their next events begin new sessions. */
  readonly onSessionsCut: (sessions: number) => void;
  /**
   * Called when the open sessions of a website, or of all websites if it is undefined, could not be read: their next
   * events begin new sessions.
   */
  readonly onNotRestored: (error: unknown, websiteId: string | undefined) => void;
  /** Called when a block could not be inserted, for any reason. It is tried again. */
  readonly onFailed: (error: unknown) => void;
  /**
   * Called once per segment that failed several times in a row. It is kept and retried, and later segments are inserted
   * meanwhile.
   */
  readonly onSkipped: (segment: string, error: unknown) => void;
  /** Called when ranges of a segment are damaged or gone. What is left of them was set aside. */
  readonly onDamaged: (segment: string, ranges: number) => void;
  /** Called when records of a segment were not events, and were set aside. */
  readonly onRecordsRejected: (segment: string, records: number) => void;
  /** Called when a damaged block was set aside. It is rebuilt unless its segment is gone, as after its insert. */
  readonly onBlockDamaged: (segment: string, isRebuilt: boolean) => void;
  /** Called when segments were removed from outside before their events were in ClickHouse. */
  readonly onSegmentsMissing: (segments: readonly string[]) => void;
  /** Called when events were set aside because this process does not know their website. */
  readonly onSetAside: (events: number) => void;
  /** Called once per website that neither exists nor was deleted, and whose events are kept. */
  readonly onUnknown: (websiteId: string) => void;
  /** Called when PostgreSQL did not answer whether a website with waiting events was deleted. */
  readonly onLookupFailed: (error: unknown) => void;
}
