import type { Child, FC } from 'hono/jsx';
import { t } from '../../lib/language/translate.js';

/** Screen readers announce `label`. Without a script there is no button. */
export const CopyButton: FC<{ value: string; label: string; children?: Child }> = ({ value, label, children }) => (
  <button class="button button-quiet copy" type="button" data-copy={value} hidden>
    <span data-copy-label>{children ?? t('Copy')}</span>
    <span class="visually-hidden">{label}</span>
  </button>
);

/** One click selects the text, and a button copies it. */
export const Copyable: FC<{ value: string; label: string }> = ({ value, label }) => (
  <div class="copyable">
    <code>{value}</code>
    <CopyButton value={value} label={label} />
  </div>
);
