import type { Kind } from '../definitions/kinds.js';
import { asJson, asNumber, type FieldOptions } from './field-options.js';

interface DefinitionCommand {
  /** Of the command that creates one. */
  readonly create: string;
  /** Of all commands of the kind. */
  readonly manage: string;
  /** What can be set. */
  readonly options: FieldOptions;
}

const matching = (dimension: string, description: string) => ({
  description,
  field: 'match',
  read: (value: string) => ({ dimension, operator: 'is', values: [value] }),
});

/** How the command line names what the API stores. */
export const definitionOptions: Readonly<Record<Kind['name'], DefinitionCommand>> = {
  goal: {
    create: 'Add a goal: pages, a custom event or an outbound link that count as conversions',
    manage: 'Manage goals of a website',
    options: {
      name: { description: 'Name of the goal, unique on the website', required: true },
      page: matching('page', "Pageviews of this page; * stands for any characters: '/thanks/*'"),
      event: matching('event', 'Custom events of this name: signup'),
      link: matching('link', 'Clicks on this outbound link: https://shop.example/'),
      match: { description: 'Any other filter on one event, as JSON (docs/query.md)', read: asJson },
    },
  },
  segment: {
    create: 'Save a filter as a segment',
    manage: 'Manage segments (saved filters) of a website',
    options: {
      name: { description: 'Name of the segment, unique on the website', required: true },
      filters: {
        description: 'JSON (docs/query.md): \'{ "dimension": "country", "operator": "is", "values": ["DE"] }\'',
        read: asJson,
        required: true,
      },
    },
  },
  funnel: {
    create: 'Save the steps of a funnel',
    manage: 'Manage and query saved funnels of a website',
    options: {
      name: { description: 'Name of the funnel, unique on the website', required: true },
      steps: {
        description: 'JSON list of 2 to 10 filters on one event: \'[{ "dimension": "page", … }, { "goal": "ID" }]\'',
        read: asJson,
        required: true,
      },
      'within-seconds': { description: 'From the first step to the last (default: 86400, a day)', read: asNumber },
      order: { description: 'any, or strict: nothing lies between two steps (default: any)' },
      scope: { description: 'visitor, or session: all steps in one session (default: visitor)' },
    },
  },
  annotation: {
    create: 'Add a note about a day or an instant',
    manage: 'Manage annotations (notes about days) of a website',
    options: {
      at: {
        description: "A day, YYYY-MM-DD; or a date-time, without an offset in the website's time zone",
        required: true,
      },
      until: {
        description: 'Last day or end time, in the form of --at; none removes it',
        read: (text) => (text === 'none' ? null : text),
      },
      text: { description: 'What happened, in at most 500 characters', required: true },
    },
  },
};
