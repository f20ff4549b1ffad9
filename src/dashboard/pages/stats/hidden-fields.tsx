import type { FC } from 'hono/jsx';
import type { Place } from '../../access/place.js';
import { type OwnParameters, type View, viewParameters } from './view.js';

interface Props {
  readonly place: Place;
  readonly view: View;
  readonly search?: string | undefined;
  readonly own?: OwnParameters | undefined;
}

/** The rest of a form's address, so that the form changes only its own fields. */
export const HiddenFields: FC<Props> = ({ place, view, search, own = [] }) => {
  const parameters = viewParameters(view);
  for (const [name, value] of own) parameters.append(name, value);
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
