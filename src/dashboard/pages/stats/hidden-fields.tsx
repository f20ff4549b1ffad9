import type { FC } from 'hono/jsx';
import type { Place } from '../../access/place.js';
import { type View, viewParameters } from './view.js';

/** The rest of a form's address, so that the form changes only its own fields. */
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
