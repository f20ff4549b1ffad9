import type { FC } from 'hono/jsx';
import type { Definition } from '../../../definitions/definitions.js';
import { exact, rateText, wordFor } from '../../../lib/number-text.js';
import type { GoalCount } from '../../../stats/reports/count-goals.js';
import type { Website } from '../../../websites/website.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { Button, Form, FormError, type ShownForm } from '../../ui/form.js';
import { Name } from '../stats/name.js';
import { describeMatch } from './goal-match.js';

interface Props {
  readonly website: Website;
  readonly goal: Definition;
  /** Undefined for a goal that could not be counted. */
  readonly count: GoalCount | undefined;
  /** Path of the form. */
  readonly rename: string;
  readonly removing: ShownForm<{ readonly id: string; readonly force: boolean }>;
}

export const GoalItem: FC<Props> = ({ website, goal, count, rename, removing }) => {
  const { id, name = '', match } = goal;
  const isRefused = removing.values?.id === id && removing.errors[''] !== undefined;
  return (
    <li class="stack">
      <div class="row item-head">
        <h3>
          <a href={`/websites/${website.id}?goal=${id}`}>
            <Name>{name}</Name>
          </a>
        </h3>
        <small class="muted">
          <Name>{describeMatch(match) ?? 'Filter of the API'}</Name>
        </small>
        <small>
          {count === undefined
            ? 'Not counted'
            : `${exact(count.conversions)} ${wordFor(count.conversions, 'conversion')}, ${rateText(count.rate)}`}
        </small>
        <ConfirmLink dialog={`delete-${id}`}>
          Delete
          <span class="visually-hidden"> {name}</span>
        </ConfirmLink>
      </div>
      <details>
        <summary>
          Rename
          <span class="visually-hidden"> {name}</span>
        </summary>
        <Form action={rename} class="row">
          <input type="hidden" name="id" value={id} />
          <input name="name" value={name} aria-label={`New name of ${name}`} maxlength={100} required />
          <Button kind="quiet">Save name</Button>
        </Form>
      </details>
      <ConfirmDialog
        id={`delete-${id}`}
        title={`Delete “${name}”?`}
        action={removing.action}
        open={isRefused}
        consequence="Only the goal is deleted. Its events stay, so you can add it again."
      >
        {isRefused && <FormError errors={removing.errors} />}
        <input type="hidden" name="id" value={id} />
        {isRefused && <input type="hidden" name="force" value="true" />}
        <Button kind="danger">{isRefused ? 'Delete anyway' : 'Delete goal'}</Button>
      </ConfirmDialog>
    </li>
  );
};
