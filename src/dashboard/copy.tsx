import type { Child, FC } from 'hono/jsx';

/** Puts a text on the clipboard, and says so to whoever hears the page by `label`. Without a script there is no button. */
export const CopyButton: FC<{ value: string; label: string; children?: Child }> = ({ value, label, children }) => (
  <button class="button button-quiet copy" type="button" data-copy={value} hidden>
    <span data-copy-label>{children ?? 'Copy'}</span>
    <span class="visually-hidden">{label}</span>
  </button>
);

/** A text to be taken along: selected by one click, and with a button that copies it. */
export const Copyable: FC<{ value: string; label: string }> = ({ value, label }) => (
  <div class="copyable">
    <code>{value}</code>
    <CopyButton value={value} label={label} />
  </div>
);
