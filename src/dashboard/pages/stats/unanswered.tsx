import type { Child, FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { ButtonLink } from '../../ui/form.js';

interface Props {
  /** A sentence. */
  readonly failure: string;
  /** Whether the same question may be answered later. */
  readonly mayRetry: boolean;
  readonly address: string;
  /** What else can be done. */
  readonly children?: Child;
}

/** In the place of the figures. */
export const UnansweredNotice: FC<Props> = ({ failure, mayRetry, address, children }) => {
  return (
    <div class="empty centered" role="status">
      <p>{failure}</p>
      {children}
      {mayRetry && (
        <ButtonLink kind="quiet" href={address}>
          {t('Try again')}
        </ButtonLink>
      )}
    </div>
  );
};
