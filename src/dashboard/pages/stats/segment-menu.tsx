import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { Button } from '../../ui/form.js';
import { LineIcon } from '../../ui/icons.js';
import { SEGMENTS, viewAddress } from './base-path.js';
import { Name } from './name.js';
import type { ToolProps } from './page-context.js';
import { viewQuery } from './view.js';

/** Chooses a segment, and saves the filters as a new one. Nothing without either, and on shared links. */
export const SegmentMenu: FC<ToolProps> = ({ shown: { place, view, segments, segment }, list, search, own }) => {
  const canSave = view.filters.length > 0;
  if (!place.own || (segments.length === 0 && !canSave)) return null;
  const address = (id: string | undefined) => viewAddress(place, { ...view, segment: id }, { list, search, own });
  return (
    <details class="menu picker segment-menu">
      <summary>
        <LineIcon path="M8 2.5a5.5 5.5 0 1 0 5.5 5.5H8zM10.5 2a4 4 0 0 1 3.5 3.5h-3.5z" />
        <span class="wide-only">{t('Segment')}</span>
      </summary>
      <div class="menu-content">
        {segments.length > 0 && (
          <a href={address(undefined)} aria-current={segment === undefined ? 'true' : undefined}>
            {t('All visitors')}
          </a>
        )}
        {segments.map(({ id, name }) => (
          <a href={address(id)} aria-current={id === segment?.id ? 'true' : undefined}>
            <Name>{name}</Name>
          </a>
        ))}
        {canSave && (
          <form class="menu-form" method="post" action={`${place.path}/${SEGMENTS}/save${viewQuery(view)}`}>
            <label>
              {t('Save filters as segment')}
              <input name="name" placeholder={t('Name')} maxlength={100} autocomplete="off" required />
            </label>
            <Button small>{t('Save segment')}</Button>
          </form>
        )}
        {segments.length > 0 && (
          <a class="menu-more" href={`${place.path}/${SEGMENTS}`}>
            {t('Manage segments')}
          </a>
        )}
      </div>
    </details>
  );
};
