import type { FC } from 'hono/jsx';
import { rangeLabels, rangeNames } from './range-choice.js';

/** A script opens the dialog. */
export const KeysDialog: FC = () => (
  <dialog class="dialog keys-dialog" id="keys" aria-labelledby="keys-title" data-keep>
    <h2 id="keys-title">Keyboard shortcuts</h2>
    <dl>
      {rangeNames.map((name) => (
        <Key name={rangeLabels[name].key}>{rangeLabels[name].label}</Key>
      ))}
      <Key name="/">Search or filter</Key>
      <Key name="Esc">Clear filters</Key>
      <Key name="← →">Previous or next period; in the chart, move along it</Key>
      <Key name="?">Show this help</Key>
    </dl>
    <form method="dialog">
      <button class="button button-small" type="submit">
        Close
      </button>
    </form>
  </dialog>
);

/** The script announces a changed view to screen readers in this element. */
export const Said: FC = () => <p class="visually-hidden" id="said" role="status" data-keep />;

/** The script shows in this element that the figures are outdated. */
export const Stale: FC = () => <div id="stale" role="status" data-keep />;

const Key: FC<{ readonly name: string; readonly children?: string }> = ({ name, children }) => (
  <div>
    <dt>
      <kbd>{name}</kbd>
    </dt>
    <dd>{children}</dd>
  </div>
);
