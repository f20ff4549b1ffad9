import type { Child, FC } from 'hono/jsx';
import { Logo, Page } from '../../ui/page.js';
import { code, rich } from '../../ui/rich.js';

/** For pages before sign-in: one centered task. */
export const SignInLayout: FC<{ title: string; lead?: Child; children?: Child }> = ({ title, lead, children }) => (
  <Page title={title} bare>
    <div class="login">
      <div class="centered login-head">
        <Logo />
        <h1>{title}</h1>
        {lead !== undefined && <p class="muted">{lead}</p>}
      </div>
      <section class="card">{children}</section>
    </div>
  </Page>
);

/** Without a mail server, links are written to the log. */
export const NoMailServer: FC = () => (
  <p>
    {rich('No mail server is configured (<code>SMTP_URL</code>), so the link is in the server log.', {
      code,
    })}
  </p>
);
