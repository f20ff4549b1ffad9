import type { Child, FC } from 'hono/jsx';
import type { ToolProps } from './page-context.js';
import { type View, viewParameters } from './view.js';

interface Props extends ToolProps {
  /** The view that is sent along; by default the shown one. */
  readonly view?: View;
  readonly class: string;
  /** Whether a script suggests values for its fields. */
  readonly suggests?: boolean;
  readonly children?: Child;
}

/** A GET form that changes only its own fields: the rest of the address is sent as hidden fields. */
export const ViewForm: FC<Props> = (props) => {
  const { shown, view = shown.view, list, search, own = [], suggests, children } = props;
  const { path, embedded } = shown.place;
  const parameters = viewParameters(view);
  for (const [name, value] of own) parameters.append(name, value);
  if (search) parameters.set('search', search);
  if (embedded) parameters.set('embed', '1');
  return (
    <form
      class={props.class}
      method="get"
      action={list === undefined ? path : `${path}/${list}`}
      data-suggest={suggests && `${path}/suggest`}
    >
      {[...parameters].map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
};
