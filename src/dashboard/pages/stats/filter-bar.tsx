import type { Child, FC, PropsWithChildren } from 'hono/jsx';
import { type Text, t } from '../../../lib/language/translate.js';
import { viewDimensions } from '../../../stats/dimensions.js';
import { describeFilter } from '../../../stats/rows/describe-filter.js';
import { Button } from '../../ui/form.js';
import { LineIcon } from '../../ui/icons.js';
import { rich } from '../../ui/rich.js';
import { MATCHING, SEGMENTS, viewAddress } from './base-path.js';
import { filterLabel, filterText, filterValue, filterValues, operatorLabels } from './filter-names.js';
import { filterWords } from './filter-words.js';
import { Name, withVisibleMarks } from './name.js';
import { type ToolProps, toolAddress } from './page-context.js';
import { SuggestionList } from './suggestions.js';
import { isFiltered, withoutFilters } from './view.js';
import {
  type FilterDimension,
  type FilterOperator,
  filterKey,
  filterOperators,
  isProperty,
  type ViewFilter,
} from './view-filter.js';
import { alternatives, matchAll, matchAny, removeFilter, requirements } from './view-filters.js';
import { ViewForm } from './view-form.js';

/** Adds a filter, or edits one. A script suggests values while a person types. */
export const FilterMenu: FC<ToolProps> = (tools) => {
  const { shown } = tools;
  const { place, view, edited } = shown;
  if (place.oneView) return null;
  // Of the chosen events, and those that the view is filtered by.
  const filtered = view.filters.flatMap(({ dimension }) => (isProperty(dimension) ? [dimension] : []));
  const properties = [...new Set([...shown.properties, ...filtered])];
  const others = edited === undefined ? view : { ...view, filters: removeFilter(view.filters, edited) };
  const isAlternative =
    edited === undefined
      ? alternatives(view.filters).length > 0 && requirements(view.filters).length === 0
      : edited.isAlternative;
  const values = edited?.values.map((value) => filterValue(edited.dimension, value, edited.operator)) ?? [];
  return (
    <details class="menu picker filter-menu" open={edited !== undefined}>
      <summary>
        <LineIcon path="M2 4h12M4.5 8h7M7 12h2" />
        <span class="wide-only">{t('Filter')}</span>
      </summary>
      <div class="menu-content">
        <ViewForm {...tools} class="menu-form filter-form" view={others} suggests>
          {isAlternative && <input type="hidden" name="any" value="1" />}
          <label>
            {t('Where')}
            <select name="by">
              {viewDimensions.map((name) => (
                <FilterOption name={name} edited={edited} />
              ))}
              {properties.length > 0 && (
                <optgroup label={t('Properties')}>
                  {properties.map((name) => (
                    <FilterOption name={name} edited={edited} />
                  ))}
                </optgroup>
              )}
            </select>
          </label>
          <select name="op" aria-label={t('Condition')}>
            {filterOperators.map((operator) => (
              <option value={operator} selected={operator === edited?.operator}>
                {t(operatorLabels[operator])}
              </option>
            ))}
          </select>
          {[...values, ''].map((value, index) => (
            <ValueField
              value={value}
              label={index === 0 ? t('Value') : t('or')}
              required={index === 0}
              autofocus={index === 0 && edited !== undefined}
            />
          ))}
          {values.length === 0 && <ValueField value="" label={t('or')} />}
          <SuggestionList id="filter-suggestions" />
          <div class="row">
            <Button small>{t('Apply')}</Button>
            <p class="small" role="status" data-matching={`${place.path}/${MATCHING}`} />
          </div>
        </ViewForm>
      </div>
    </details>
  );
};

const FilterOption: FC<{ readonly name: FilterDimension; readonly edited: ViewFilter | undefined }> = (props) => (
  <option value={props.name} selected={props.name === props.edited?.dimension}>
    {filterLabel(props.name)}
  </option>
);

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
      data-suggestions="filter-suggestions"
      placeholder={required ? '/pricing' : t('Another value (optional)')}
    />
  </label>
);

/** Clicking a filter edits it, its cross removes it, and another link removes all. The segment has a cross, too. */
export const FilterChips: FC<ToolProps> = (tools) => {
  const { place, view, segment, goals } = tools.shown;
  const { filters } = view;
  const anyFilters = alternatives(filters);
  const allFilters = requirements(filters);
  const hasAny = anyFilters.length > 0;
  const isGroup = hasAny && (allFilters.length > 0 || segment !== undefined);
  /** For the link “Match all” or “Match any”. */
  const switched = hasAny ? matchAll(filters) : filters.length > 1 ? matchAny(filters) : undefined;
  if (place.oneView && segment) {
    return <p class="muted small">{rich('Filter: {name}', { name: <Name>{segment.name}</Name> })}</p>;
  }
  if (!isFiltered(view)) return null;
  return (
    <ul class="row filter-chips" aria-label={t('Filters')}>
      {segment !== undefined && (
        <li class="chip filter-chip">
          <a
            class="chip-edit"
            href={`${place.path}/${SEGMENTS}#${segment.id}`}
            title={filterWords(describeFilter(segment.filter), goals)}
          >
            <span class="visually-hidden">{t('Manage segments,')} </span>
            <span class="chip-name">{t('Segment:')}</span>{' '}
            <bdi class="chip-value">{withVisibleMarks(segment.name)}</bdi>
          </a>
          <a class="chip-remove" href={toolAddress(tools, { ...view, segment: undefined })}>
            <span class="visually-hidden">{t('Remove segment {name}', { name: segment.name })}</span>
            <span aria-hidden="true">×</span>
          </a>
        </li>
      )}
      {isGroup && <Connective>{segment === undefined ? '(' : t('and (')}</Connective>}
      {anyFilters.map((filter, at) => (
        <>
          {at > 0 && <Connective>{t('or')}</Connective>}
          <FilterChip {...tools} filter={filter} />
        </>
      ))}
      {isGroup && <Connective>{allFilters.length === 0 ? ')' : t(') and')}</Connective>}
      {allFilters.map((filter) => (
        <FilterChip {...tools} filter={filter} />
      ))}
      {switched && (
        <li>
          <a
            class="small match-filters"
            href={toolAddress(tools, { ...view, filters: switched })}
            title={
              hasAny
                ? t('Show events that match all of these filters')
                : t('Show events that match at least one of these filters')
            }
          >
            {hasAny ? t('Match all') : t('Match any')}
          </a>
        </li>
      )}
      <li hidden={filters.length + (segment === undefined ? 0 : 1) === 1}>
        <a class="small clear-filters" href={toolAddress(tools, withoutFilters(view))} data-key="Escape">
          {t('Clear all')}
        </a>
      </li>
    </ul>
  );
};

const chipTexts: Readonly<Record<FilterOperator, Text>> = {
  is: '<name>{dimension}:</name> {values}',
  is_not: '<name>{dimension} is not</name> {values}',
  contains: '<name>{dimension} contains</name> {values}',
  contains_not: '<name>{dimension} does not contain</name> {values}',
};

const chipName = (text: Child): Child => <span class="chip-name">{text}</span>;

const Connective: FC<PropsWithChildren> = ({ children }) => <li class="muted small">{children}</li>;

const FilterChip: FC<ToolProps & { readonly filter: ViewFilter }> = ({ filter, ...tools }) => {
  const { shown, list, search, own } = tools;
  const { place, view } = shown;
  return (
    <li class="chip filter-chip">
      <a
        class="chip-edit"
        href={viewAddress(place, view, { list, search, own, edit: filterKey(filter) })}
        title={filterText(filter)}
      >
        <span class="visually-hidden">{t('Edit filter')} </span>
        {rich(chipTexts[filter.operator], {
          name: chipName,
          dimension: filterLabel(filter.dimension),
          values: <bdi class="chip-value">{filterValues(filter)}</bdi>,
        })}
      </a>
      <a class="chip-remove" href={toolAddress(tools, { ...view, filters: removeFilter(view.filters, filter) })}>
        <span class="visually-hidden">{t('Remove filter {filter}', { filter: filterText(filter) })}</span>
        <span aria-hidden="true">×</span>
      </a>
    </li>
  );
};
