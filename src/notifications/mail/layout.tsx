import { raw } from 'hono/html';
import type { Child, FC } from 'hono/jsx';
import { currentLanguage } from '../../lib/language/language.js';
import { t } from '../../lib/language/translate.js';
import { DARK_MODE, look } from './look.js';

interface LayoutProps {
  readonly title: string;
  /** Shown after the subject in a mailbox. */
  readonly preview: string;
  readonly footer?: Child;
  readonly children?: Child;
}

/** One column, which fits a phone. */
export const Layout: FC<LayoutProps> = ({ title, preview, footer, children }) => (
  <html lang={currentLanguage()}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <title>{title}</title>
      <style>{raw(`:root{color-scheme:light dark}${DARK_MODE}`)}</style>
    </head>
    <body {...look('page')}>
      <div {...look('hidden')}>{preview}</div>
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border={0}>
        <tbody>
          <tr>
            <td align="center" {...look('frame')}>
              <table role="presentation" width="600" cellpadding="0" cellspacing="0" border={0} {...look('card')}>
                <tbody>
                  <tr>
                    <td {...look('body')}>
                      <p {...look('brand')}>Footfall</p>
                      {children}
                    </td>
                  </tr>
                </tbody>
              </table>
              {footer !== undefined && (
                <table
                  role="presentation"
                  width="600"
                  cellpadding="0"
                  cellspacing="0"
                  border={0}
                  style="width:100%;max-width:600px"
                >
                  <tbody>
                    <tr>
                      <td {...look('footer')}>{footer}</td>
                    </tr>
                  </tbody>
                </table>
              )}
            </td>
          </tr>
        </tbody>
      </table>
    </body>
  </html>
);

export const ButtonLink: FC<{ href: string; children?: Child }> = ({ href, children }) => (
  <p style="margin:22px 0 14px">
    <a href={href} {...look('button')}>
      {children}
    </a>
  </p>
);

/** States why the recipient gets the email, and links to the unsubscription. */
export const Footer: FC<{ reason: string; unsubscribeUrl: string; settingsUrl: string }> = (props) => (
  <>
    {props.reason}{' '}
    <a href={props.unsubscribeUrl} {...look('link')}>
      {t('Unsubscribe')}
    </a>
    {' · '}
    <a href={props.settingsUrl} {...look('link')}>
      {t('Settings')}
    </a>
  </>
);

export const toHtml = (document: { toString(): string }): string => `<!doctype html>\n${document.toString()}\n`;
