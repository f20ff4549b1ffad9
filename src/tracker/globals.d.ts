type CustomEventCall = readonly [name: string, props?: Readonly<Record<string, unknown>>];

interface Footfall {
  (...call: CustomEventCall): void;
  /** Calls that a page's stub queues until the script has loaded. */
  q?: CustomEventCall[];
  /** Set by the script, so that a second copy of it on the page does not count everything twice. */
  on?: true;
}

interface Window {
  footfall?: Footfall;
}

interface Document {
  readonly prerendering?: boolean;
}
