import { t } from '../t.js';
import { figures, whenLoaded } from './content.js';

const label = () => t('Download image');

/** Offers the chart as an image. Few people want one, so each click loads the script that makes it, from the browser's cache. */
export function offerImage(): void {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', textContent: label() });
  button.addEventListener('click', () => {
    button.textContent = label();
    const script = document.createElement('script');
    script.src = button.closest<HTMLElement>('.chart')?.dataset.script ?? '';
    // An older page may ask for the script of an earlier release.
    script.addEventListener('error', () => {
      button.textContent = t('The image could not be made. Reload the page.');
    });
    document.head.append(script);
    script.remove();
  });
  const place = () => {
    const holder = figures()?.querySelector('.chart-image');
    // A button that is moved loses the focus.
    if (holder && button.parentElement !== holder) holder.append(button);
  };
  place();
  whenLoaded(place);
}
