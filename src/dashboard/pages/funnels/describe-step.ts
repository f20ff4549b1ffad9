import type { Definition } from '../../../definitions/definitions.js';
import { matchName } from '../behavior/event-match.js';
import { filterWords } from '../stats/filter-words.js';
import type { FunnelStep } from './funnel-choice.js';

/** The page, event or goal of a step; of any other filter, a sentence. */
export const describeStep = ({ match, filter }: FunnelStep, goals: readonly Definition[]): string =>
  match === undefined ? filterWords(filter, goals) : matchName(match, goals);
