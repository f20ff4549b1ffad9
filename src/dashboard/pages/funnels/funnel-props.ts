import type { Definition } from '../../../definitions/definitions.js';
import type { ShownForm } from '../../ui/fields.js';
import type { EventMatch } from '../behavior/event-match.js';
import type { Answered } from '../behavior/read-behavior.js';
import type { PageContext } from '../stats/page-context.js';
import type { FunnelChoice } from './funnel-choice.js';
import type { FunnelAnswer } from './read-funnels.js';

type NameForm = ShownForm<{ readonly name: string }>;

export interface FunnelsProps {
  readonly shown: PageContext;
  readonly choice: FunnelChoice;
  readonly funnels: readonly Definition[];
  readonly goals: readonly Definition[];
  /** Undefined without enough steps. */
  readonly result: Answered<FunnelAnswer> | undefined;
  /** Steps of a first funnel. */
  readonly suggestion: readonly EventMatch[];
  readonly forms: {
    readonly save: NameForm;
    readonly update: ShownForm<unknown>;
    readonly rename: NameForm;
    readonly remove: ShownForm<unknown>;
  };
  readonly now: number;
}
