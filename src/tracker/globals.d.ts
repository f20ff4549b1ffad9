type CustomEventCall = readonly [name: string, props?: Readonly<Record<string, unknown>>];

interface Footfall {
  (...call: CustomEventCall): void;
  /** Calls that a page's stub queues until the script has loaded. */
  q?: CustomEventCall[];
  /** Keeps a second copy of the script on the page from counting everything twice. */
  on?: true;
  /** Counts the present page once more. Only the package has it. */
  pageview?: () => void;
}

/** Whether this is the build for npm. The script contains nothing of what depends on it. */
declare const IS_PACKAGE: boolean;

interface Window {
  footfall?: Footfall;
}

interface Document {
  readonly prerendering?: boolean;
}

/** Whether this is the build with options. The other one contains nothing of what depends on it. */
declare const HAS_OPTIONS: boolean;
