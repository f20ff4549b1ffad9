import type { FC } from 'hono/jsx';
import { presentZoneName } from '../../time/index.js';
import { attributes, Framed } from './control.js';
import { type FormField, type ShownForm, text, toControl } from './fields.js';
import { zoneGroups } from './time-zones.js';

interface Props {
  readonly form: ShownForm<{ readonly timezone: string }>;
  /** Whether the browser initially selects its own zone. */
  readonly guess?: boolean;
  /** Epoch milliseconds, for the offsets of the zones. */
  readonly now: number;
}

export const timeZone: FormField<string> = { ...text, label: 'Time zone', hint: 'Reports use this time zone.' };

/** By region. */
export const TimeZoneSelect: FC<Props> = ({ form, guess = false, now }) => {
  const value = presentZoneName(form.values?.timezone ?? 'UTC');
  const control = toControl({ form, name: 'timezone' });
  return (
    <Framed {...control}>
      <select {...attributes(control)} {...(guess && { 'data-guess-zone': '' })}>
        {zoneGroups(value, now).map(({ region, zones }) => (
          <optgroup label={region}>
            {zones.map(({ name, label }) => (
              <option value={name} selected={name === value}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </Framed>
  );
};
