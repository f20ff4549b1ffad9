import type { FC } from 'hono/jsx';
import { ButtonLink } from '../../ui/form.js';

export const BackToDashboard: FC<{ readonly href: string }> = ({ href }) => (
  <ButtonLink kind="quiet" small href={href}>
    <span aria-hidden="true">←</span>
    <span class="wide-only">Dashboard</span>
  </ButtonLink>
);
