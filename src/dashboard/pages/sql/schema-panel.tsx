import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import type { BiColumn } from '../../../sql/bi-columns.js';

/** The editor's script reads the names for completion from here. */
export const SchemaPanel: FC<{ readonly columns: readonly BiColumn[] }> = ({ columns }) => (
  <aside class="card sql-schema" aria-labelledby="schema-title">
    <h2 id="schema-title">{t('Schema')}</h2>
    {[...new Set(columns.map(({ view }) => view))].map((view) => (
      <details data-view={view}>
        <summary>
          <code>{view}</code>
        </summary>
        <dl>
          {columns
            .filter((column) => column.view === view)
            .map(({ name, type, comment }) => (
              <div data-column={name} data-type={type}>
                <dt>
                  <code>{name}</code> <small class="muted">{type}</small>
                </dt>
                <dd>{comment}</dd>
              </div>
            ))}
        </dl>
      </details>
    ))}
  </aside>
);
