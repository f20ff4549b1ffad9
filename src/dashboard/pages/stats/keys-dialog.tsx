import type { FC } from 'hono/jsx';
import { Button } from '../../ui/form.js';
import { rangeLabels, rangeNames } from './range-choice.js';

/** A script opens the dialog. */
export const KeysDialog: FC<{ readonly isOwner: boolean }> = ({ isOwner }) => (
  <dialog class="dialog keys-dialog" id="keys" aria-labelledby="keys-title" data-keep>
    <h2 id="keys-title">Keyboard shortcuts</h2>
    <dl>
      {rangeNames.map((name) => (
        <Key name={rangeLabels[name].key}>{rangeLabels[name].label}</Key>
      ))}
      <Key name="c">Compare, or stop comparing</Key>
      <Key name="/">Search or filter</Key>
      <Key name="Esc">Clear filters</Key>
      <Key name="← →">Previous or next period; in the chart, move along it</Key>
      <Key name="Shift ← →">Select in the chart; Enter zooms in</Key>
      {isOwner && <Key name="n">Add a note</Key>}
      <Key name="?">Show this help</Key>
    </dl>
    <form method="dialog">
      <Button small>Close</Button>
    </form>
  </dialog>
);

const Key: FC<{ readonly name: string; readonly children?: string }> = ({ name, children }) => (
  <div>
    <dt>
      <kbd>{name}</kbd>
    </dt>
    <dd>{children}</dd>
  </div>
);
