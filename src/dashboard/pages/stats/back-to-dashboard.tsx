import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { ButtonLink } from '../../ui/form.js';

export const BackToDashboard: FC<{ readonly href: string }> = ({ href }) => (
  <ButtonLink kind="quiet" small href={href}>
    <span aria-hidden="true">←</span>
    <span class="wide-only">{t('Dashboard')}</span>
  </ButtonLink>
);
