import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { Button } from '../../ui/form.js';
import { LineIcon } from '../../ui/icons.js';
import { SEGMENT_SIZES, SEGMENTS, viewAddress } from './base-path.js';
import { Name, withVisibleMarks } from './name.js';
import { type ToolProps, toolAddress } from './page-context.js';
import { viewQuery } from './view.js';

/** Chooses a segment, and saves the filters as a new one. Nothing without either, and on shared links. */
export const SegmentMenu: FC<ToolProps> = (tools) => {
  const { place, view, segments, segment } = tools.shown;
  const canSave = view.filters.length > 0;
  if (!place.own || (segments.length === 0 && !canSave)) return null;
  const address = (id: string | undefined) => toolAddress(tools, { ...view, segment: id });
  const sizes = viewAddress(place, { ...view, segment: undefined }, { list: SEGMENT_SIZES });
  return (
    <details class="menu picker segment-menu">
      <summary>
        <LineIcon path="M8 2.5a5.5 5.5 0 1 0 5.5 5.5H8zM10.5 2a4 4 0 0 1 3.5 3.5h-3.5z" />
        <span class="wide-only">{t('Segment')}</span>
      </summary>
      <div class="menu-content" data-load={segments.length > 0 ? sizes : undefined}>
        {segments.length > 0 && (
          <a href={address(undefined)} aria-current={segment === undefined ? 'true' : undefined}>
            <span class="one-line">{t('All visitors')}</span> <span class="muted small" data-part="all" />
          </a>
        )}
        {segments.map(({ id, name }) => (
          <a href={address(id)} aria-current={id === segment?.id ? 'true' : undefined} title={withVisibleMarks(name)}>
            <span class="one-line">
              <Name>{name}</Name>
            </span>{' '}
            <span class="muted small" data-part={id} />
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
