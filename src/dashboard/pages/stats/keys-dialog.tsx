import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { Button } from '../../ui/form.js';
import { rangeLabels, rangeNames } from './range-choice.js';

/** A script opens the dialog. */
export const KeysDialog: FC<{ readonly isOwner: boolean }> = ({ isOwner }) => (
  <dialog class="dialog keys-dialog" id="keys" aria-labelledby="keys-title" data-keep>
    <h2 id="keys-title">{t('Keyboard shortcuts')}</h2>
    <dl>
      {rangeNames.map((name) => (
        <Key name={rangeLabels[name].key}>{t(rangeLabels[name].label)}</Key>
      ))}
      <Key name="c">{t('Compare, or stop comparing')}</Key>
      <Key name="/">{t('Search or filter')}</Key>
      <Key name={t('Esc')}>{t('Clear filters')}</Key>
      <Key name="← →">{t('Previous or next period; in the chart, move along it')}</Key>
      <Key name={t('Shift ← →')}>{t('Select in the chart; Enter zooms in')}</Key>
      {isOwner && <Key name="n">{t('Add a note')}</Key>}
      <Key name="?">{t('Show this help')}</Key>
    </dl>
    <form method="dialog">
      <Button small>{t('Close')}</Button>
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
