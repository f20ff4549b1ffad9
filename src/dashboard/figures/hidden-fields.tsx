import type { FC } from 'hono/jsx';
import type { Place } from './base-path.js';
import { type View, viewParameters } from './view.js';

/** What a form's address has beside its own fields, so that it changes only these. */
export const HiddenFields: FC<{ readonly place: Place; readonly view: View; readonly search?: string | undefined }> = (
  props,
) => {
  const { place, view, search } = props;
  const parameters = viewParameters(view);
  if (search) parameters.set('search', search);
  if (place.embedded) parameters.set('embed', '1');
  return (
    <>
      {[...parameters].map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
};
