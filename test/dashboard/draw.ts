import { type FC, jsx } from 'hono/jsx';
import '../../src/http/server/html-document.js';

/** What a component is as HTML. */
export const draw = <Props extends object>(component: FC<Props>, props: Props): string =>
  String(jsx(component as FC, props));
