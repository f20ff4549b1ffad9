export interface TrackerOptions {
  /** The website's tracking key, `site_…`. */
  readonly key: string;
  /** Where Footfall runs: `https://stats.example.com`. Without a scheme it is `https`. */
  readonly host: string;
  /** Whether the fragment is part of the page, for routers that keep the page there. */
  readonly hash?: boolean;
  /** Path patterns that are not tracked; `*` stands for any characters. */
  readonly exclude?: readonly string[];
  /** Whether pages on `localhost` are tracked. */
  readonly allowLocalhost?: boolean;
  /** Of each pageview. They are read at each one, so that a field can change from page to page. */
  readonly props?: Properties;
  /** Whether a click on a link to a file is the custom event `File Download` with the property `url`. */
  readonly fileDownloads?: boolean;
  /** Whether a submitted form is the custom event `Form: Submission` with the property `path`. */
  readonly formSubmissions?: boolean;
}

/** Numbers, booleans and texts; others are converted to text, and those without a value left out. */
export type Properties = Readonly<Record<string, unknown>>;

/**
 * Counts the page, and from then on every page of a single-page app, clicks on links to other hosts, and the time that
 * pages are visible. Only the first call on a page does anything. It never throws, and does nothing on a server.
 */
export declare function init(options: TrackerOptions): void;

/** Counts a custom event. Events before `init` are sent by it. Does nothing on a server. */
export declare function track(name: string, props?: Properties): void;

/** Counts the present address once more, for a view that changes neither address nor history. */
export declare function pageview(): void;
