import type { FC } from 'hono/jsx';
import { t } from '../../lib/language/translate.js';
import { presentZoneName } from '../../time/index.js';
import { controlProps, FieldFrame, type ShownForm } from './form.js';
import { zoneGroups } from './time-zones.js';

interface Props {
  readonly form: ShownForm<{ readonly timezone: string }>;
  /** Whether the browser initially selects its own zone. */
  readonly guess?: boolean;
  /** Epoch milliseconds, for the offsets of the zones. */
  readonly now: number;
}

/** By region. */
export const TimeZoneSelect: FC<Props> = ({ form, guess = false, now }) => {
  const value = presentZoneName(form.values?.timezone ?? 'UTC');
  const field = { form, name: 'timezone', label: t('Time zone'), hint: t('Reports use this time zone.') } as const;
  return (
    <FieldFrame {...field}>
      <select {...controlProps(field)} {...(guess && { 'data-guess-zone': '' })}>
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
    </FieldFrame>
  );
};
