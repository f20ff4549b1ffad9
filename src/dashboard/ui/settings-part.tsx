import type { Child, FC } from 'hono/jsx';

/**
 * The description is on the left, or on top in narrow windows. `reloadAs` is the path that a reload opens, when the
 * page answers a form.
 */
export const SettingsPart: FC<{ id: string; title: string; about?: Child; reloadAs?: string; children?: Child }> = (
  props,
) => (
  <section
    class="settings-part"
    aria-labelledby={props.id}
    {...(props.reloadAs !== undefined && { 'data-reload-as': props.reloadAs })}
  >
    <div class="settings-about">
      <h2 id={props.id}>{props.title}</h2>
      {props.about !== undefined && <p class="muted">{props.about}</p>}
    </div>
    <div class="card stack">{props.children}</div>
  </section>
);
