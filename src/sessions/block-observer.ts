/** What happens to a block, in order. */
export type BlockStep = 'sessions given' | 'block kept' | 'events inserted' | 'inserted' | 'segment forgotten';

/** Who wants to know how the writing goes. */
export interface BlockObserver {
  readonly onStep: (step: BlockStep) => void;
  readonly onInserted: (seconds: number) => void;
  /** ClickHouse refused rows, which were set aside. */
  readonly onRejected: (rows: number) => void;
  /** More sessions were under way than are remembered: the next event of one of these begins another. */
  readonly onSessionsCut: (sessions: number) => void;
  /** The open sessions of a website, or of all where none is named, could not be read: their next events begin others. */
  readonly onNotRestored: (error: unknown, websiteId: string | undefined) => void;
  /** A block did not come into ClickHouse, whoever is to blame. It is tried again. */
  readonly onFailed: (error: unknown) => void;
  /** A segment has failed several times in a row. It is kept and tried again, and those behind it go on. Called once per segment. */
  readonly onPassedBy: (segment: string, error: unknown) => void;
  /** Ranges of a segment could not be read, and were set aside. */
  readonly onDamaged: (segment: string, ranges: number) => void;
  /** Records of a segment were no events, and were set aside. */
  readonly onRecordsRejected: (segment: string, records: number) => void;
  /** A damaged block was set aside. It is made again, unless its segment is gone, as that of an inserted block is. */
  readonly onBlockDamaged: (segment: string, isMadeAgain: boolean) => void;
  /** Somebody has removed a segment whose events were not in ClickHouse. */
  readonly onSegmentMissing: (segment: string) => void;
  /** Events whose website this process does not know were set aside. */
  readonly onSetAside: (events: number) => void;
  /** Events are kept of a website that neither exists nor was deleted. Called once per website. */
  readonly onUnknown: (websiteId: string) => void;
  /** PostgreSQL could not tell whether a website was deleted, whose events wait. */
  readonly onLookupFailed: (error: unknown) => void;
}
