import type { FC } from 'hono/jsx';
import { dimensions, viewDimensions } from '../../../stats/dimensions.js';
import { Button } from '../../ui/form.js';
import { LineIcon } from '../../ui/icons.js';
import { viewAddress } from './base-path.js';
import { describeFilter, filterValue, filterValues, operatorLabels } from './filter-names.js';
import { HiddenFields } from './hidden-fields.js';
import type { ToolProps } from './page-context.js';
import { filterKey, filterOperators } from './view-filter.js';
import { removeFilter } from './view-filters.js';

/** Adds a filter, or edits one. A script suggests values while a person types. */
export const FilterMenu: FC<ToolProps> = ({ shown: { place, view, edited }, list, search, own }) => {
  const others = edited === undefined ? view : { ...view, filters: removeFilter(view.filters, edited) };
  const values = edited?.values.map((value) => filterValue(edited.dimension, value, edited.operator)) ?? [];
  return (
    <details class="menu picker filter-menu" open={edited !== undefined}>
      <summary>
        <LineIcon path="M2 4h12M4.5 8h7M7 12h2" />
        <span class="wide-only">Filter</span>
      </summary>
      <div class="menu-content">
        <form
          class="menu-form filter-form"
          method="get"
          action={list === undefined ? place.path : `${place.path}/${list}`}
          data-suggest={`${place.path}/suggest`}
        >
          <HiddenFields place={place} view={others} search={search} own={own} />
          <label>
            Where
            <select name="by">
              {viewDimensions.map((name) => (
                <option value={name} selected={name === edited?.dimension}>
                  {dimensions[name].label}
                </option>
              ))}
            </select>
          </label>
          <select name="op" aria-label="Condition">
            {filterOperators.map((operator) => (
              <option value={operator} selected={operator === edited?.operator}>
                {operatorLabels[operator]}
              </option>
            ))}
          </select>
          {[...values, ''].map((value, index) => (
            <ValueField
              value={value}
              label={index === 0 ? 'Value' : 'or'}
              required={index === 0}
              autofocus={index === 0 && edited !== undefined}
            />
          ))}
          {values.length === 0 && <ValueField value="" label="or" />}
          <datalist id="filter-suggestions" data-keep />
          <Button small>Apply</Button>
        </form>
      </div>
    </details>
  );
};

interface ValueFieldProps {
  readonly value: string;
  readonly label: string;
  readonly required?: boolean;
  readonly autofocus?: boolean;
}

const ValueField: FC<ValueFieldProps> = ({ value, label, required, autofocus }) => (
  <label>
    {label}
    <input
      name="value"
      value={value}
      required={required}
      autofocus={autofocus}
      maxlength={2000}
      autocomplete="off"
      spellcheck={false}
      list="filter-suggestions"
      placeholder={required ? '/pricing' : 'Another value (optional)'}
    />
  </label>
);

/** Clicking a filter edits it, its cross removes it, and another link removes all. */
export const FilterChips: FC<ToolProps> = ({ shown: { place, view }, list, search, own }) => {
  const { filters } = view;
  if (filters.length === 0) return null;
  return (
    <ul class="row filter-chips" aria-label="Filters">
      {filters.map((filter) => (
        <li class="chip filter-chip">
          <a
            class="chip-edit"
            href={viewAddress(place, view, { list, search, own, edit: filterKey(filter) })}
            title={describeFilter(filter)}
          >
            <span class="visually-hidden">Edit filter </span>
            <span class="chip-name">
              {dimensions[filter.dimension].label}
              {filter.operator === 'is' ? ':' : ` ${operatorLabels[filter.operator]}`}
            </span>{' '}
            <bdi class="chip-value">{filterValues(filter)}</bdi>
          </a>
          <a
            class="chip-remove"
            href={viewAddress(place, { ...view, filters: removeFilter(filters, filter) }, { list, search, own })}
          >
            <span class="visually-hidden">{`Remove filter ${describeFilter(filter)}`}</span>
            <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
      <li hidden={filters.length === 1}>
        <a
          class="small clear-filters"
          href={viewAddress(place, { ...view, filters: [] }, { list, search, own })}
          data-key="Escape"
        >
          Clear all
        </a>
      </li>
    </ul>
  );
};
