import type { Child, FC } from 'hono/jsx';
import { ButtonLink } from '../../ui/form.js';
import type { Unanswered } from './read-behavior.js';

/** In the place of the figures. The children are what else can be done. */
export const UnansweredNotice: FC<Unanswered & { readonly address: string; readonly children?: Child }> = (props) => {
  const { failure, mayRetry, address, children } = props;
  return (
    <div class="empty centered" role="status">
      <p>{failure}</p>
      {children}
      {mayRetry && (
        <ButtonLink kind="quiet" href={address}>
          Try again
        </ButtonLink>
      )}
    </div>
  );
};
