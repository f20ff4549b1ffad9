import type { FC } from 'hono/jsx';
import { type FilterName, filterNames } from '../../stats/dimensions.js';
import { viewAddress } from './base-path.js';
import { filterLabels, filterValue } from './filter-names.js';
import { HiddenFields } from './hidden-fields.js';
import type { ToolProps } from './page-context.js';

/** Renders the form that filters by a typed value. */
export const FilterMenu: FC<ToolProps> = ({ shown: { place, view }, list, search }) => (
  <details class="menu picker filter-menu">
    <summary>
      <FilterIcon />
      Filter
    </summary>
    <div class="menu-content">
      <form class="filter-form" method="get" action={list === undefined ? place.path : `${place.path}/${list}`}>
        <HiddenFields place={place} view={view} search={search} />
        <label>
          Where
          <select name="by">
            {(Object.keys(filterLabels) as FilterName[]).map((name) => (
              <option value={name}>{filterLabels[name]}</option>
            ))}
          </select>
        </label>
        <label>
          is
          <input name="value" required maxlength={2000} autocomplete="off" spellcheck={false} placeholder="/pricing" />
        </label>
        <button class="button button-small" type="submit">
          Apply
        </button>
      </form>
    </div>
  </details>
);

/** Renders the active filters: each has a link that removes it, and another removes all. */
export const FilterChips: FC<ToolProps> = ({ shown: { place, view }, list, search }) => {
  const set = filterNames.filter((name) => view.filters[name] !== undefined);
  if (set.length === 0) return null;
  return (
    <ul class="filter-chips" aria-label="Filters">
      {set.map((name) => {
        const value = filterValue(name, view.filters[name] ?? '');
        const { [name]: _, ...others } = view.filters;
        return (
          <li>
            <a
              class="chip filter-chip"
              href={viewAddress(place, { ...view, filters: others }, { list, search })}
              title={`${filterLabels[name]} is ${value}`}
            >
              <span class="visually-hidden">Remove filter </span>
              <span class="chip-name">{`${filterLabels[name]}:`}</span> <bdi class="chip-value">{value}</bdi>
              <span aria-hidden="true">×</span>
            </a>
          </li>
        );
      })}
      <li hidden={set.length === 1}>
        <a
          class="clear-filters"
          href={viewAddress(place, { ...view, filters: {} }, { list, search })}
          data-key="Escape"
        >
          Clear all
        </a>
      </li>
    </ul>
  );
};

const FilterIcon: FC = () => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M2 4h12M4.5 8h7M7 12h2" />
  </svg>
);
