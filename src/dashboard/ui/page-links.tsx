import type { FC } from 'hono/jsx';
import { t } from '../../lib/language/translate.js';
import { ButtonLink } from './form.js';

interface Props {
  /** As in `3 results`. */
  readonly count: string;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly address: (page: number) => string;
}

/** Below a list of several pages. */
export const PageLinks: FC<Props> = ({ count, page, pages, address }) => (
  <nav class="row page-links" aria-label={t('Pages of the list')}>
    <span class="muted">{count}</span>
    {pages > 1 && <span class="muted">{t('Page {page, number} of {pages, number}', { page, pages })}</span>}
    {page > 1 && (
      <ButtonLink kind="quiet" small href={address(page - 1)} rel="prev">
        {t('Previous')}
      </ButtonLink>
    )}
    {page < pages && (
      <ButtonLink kind="quiet" small href={address(page + 1)} rel="next">
        {t('Next')}
      </ButtonLink>
    )}
  </nav>
);
