import type { Website } from '../../websites/website.js';
import type { Place } from './base-path.js';
import type { ShownRange } from './range-choice.js';
import type { View } from './view.js';

/** What every part of a page of figures knows. */
export interface PageContext {
  readonly website: Website;
  readonly place: Place;
  readonly view: View;
  readonly range: ShownRange;
  /** Today in the website's zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** What of the address could not be understood. */
  readonly notices: readonly string[];
}

/** What the tools of a page know, above the figures or above a list. */
export interface ToolProps {
  readonly shown: PageContext;
  /** The list that is shown, if one is. */
  readonly list?: string;
  /** What is searched for in it. */
  readonly search?: string;
}

/** Whether the range may still change. */
export const isRunning = ({ range, today }: PageContext): boolean => range.days.to >= today;
