import type { Text } from '../lib/language/translate.js';
import type { Kind } from './kinds.js';

/** Errors of the definitions of a kind. */
interface KindTexts {
  readonly tooMany: Text;
  readonly tooLarge: Text;
  readonly nameTaken: Text;
  /** Of a kind that emails can be of: what uses it then. */
  readonly emailed?: Text;
  /** Of a kind that others refer to. */
  readonly inUse?: {
    readonly by: Text;
    /** For more than are named. */
    readonly byMore: Text;
  };
}

export const kindTexts: Readonly<Record<Kind['name'], KindTexts>> = {
  goal: {
    tooMany: 'A website has at most {limit} goals: delete one first',
    tooLarge: 'A goal must have at most {limit} KiB of JSON',
    nameTaken: 'another goal of this website has this name',
    emailed: 'the weekly summary (deletion ends the emails that use this goal)',
    inUse: {
      by: 'The goal {name} is used by {users}: remove it there first, or delete it with {option}',
      byMore: 'The goal {name} is used by {users} and {count} more: remove it there first, or delete it with {option}',
    },
  },
  segment: {
    tooMany: 'A website has at most {limit} segments: delete one first',
    tooLarge: 'A segment must have at most {limit} KiB of JSON',
    nameTaken: 'another segment of this website has this name',
    emailed: 'the weekly summary (deletion ends the emails of this segment)',
    inUse: {
      by: 'The segment {name} is used by {users}: remove it there first, or delete it with {option}',
      byMore:
        'The segment {name} is used by {users} and {count} more: remove it there first, or delete it with {option}',
    },
  },
  funnel: {
    tooMany: 'A website has at most {limit} funnels: delete one first',
    tooLarge: 'A funnel must have at most {limit} KiB of JSON',
    nameTaken: 'another funnel of this website has this name',
  },
  annotation: {
    tooMany: 'A website has at most {limit} annotations: delete one first',
    tooLarge: 'An annotation must have at most {limit} KiB of JSON',
    nameTaken: 'another annotation of this website has this name',
  },
};
