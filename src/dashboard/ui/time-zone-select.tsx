import type { FC } from 'hono/jsx';
import { presentZoneName } from '../../time/index.js';
import { zoneGroups } from './time-zones.js';

/** By region. With `guess`, the browser initially selects its own zone. */
export const TimeZoneSelect: FC<{ value: string; error?: string | undefined; guess?: boolean }> = (props) => {
  const { error, guess = false } = props;
  const value = presentZoneName(props.value);
  return (
    <div class={error === undefined ? 'field' : 'field field-wrong'}>
      <label for="timezone">Time zone</label>
      <select
        id="timezone"
        name="timezone"
        aria-describedby={error === undefined ? 'timezone-hint' : 'timezone-error timezone-hint'}
        {...(error !== undefined && { 'aria-invalid': 'true' })}
        {...(guess && { 'data-guess-zone': '' })}
      >
        {zoneGroups(value).map(({ region, zones }) => (
          <optgroup label={region}>
            {zones.map(({ name, label }) => (
              <option value={name} selected={name === value}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      {error !== undefined && (
        <p class="field-error" id="timezone-error">
          {error}
        </p>
      )}
      <p class="muted small" id="timezone-hint">
        Reports use this time zone.
      </p>
    </div>
  );
};
