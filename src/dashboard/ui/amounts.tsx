import type { FC } from 'hono/jsx';
import { exact, shortened } from '../../lib/number-text.js';

/** Shortened; the title and screen readers have the exact number. */
export const Amount: FC<{ readonly value: number }> = ({ value }) => {
  const [short, full] = [shortened(value), exact(value)];
  if (short === full) return <span class="amount">{full}</span>;
  return (
    <span class="amount" title={full}>
      <span aria-hidden="true">{short}</span>
      <span class="visually-hidden">{full}</span>
    </span>
  );
};
