import type { FC } from 'hono/jsx';
import { VISITOR_ID, VISITOR_ID_LIFETIMES } from '../visitors/describe-rotation.js';
import type { VisitorIdRotation } from '../visitors/rotation.js';

/** Says what a visitor ID is, and for how long it stays the same in this installation. */
export const VisitorIds: FC<{ rotation: VisitorIdRotation }> = ({ rotation }) => (
  <>
    <p>{VISITOR_ID}</p>
    <p>{VISITOR_ID_LIFETIMES[rotation]}</p>
  </>
);
