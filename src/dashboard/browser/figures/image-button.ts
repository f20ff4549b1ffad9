import { figures, whenLoaded } from './content.js';

/** Offers the chart as an image. Few people want one, so each click loads the script that makes it, from the browser's cache. */
export function offerImage(): void {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', textContent: 'Download image' });
  button.addEventListener('click', () => {
    const script = document.createElement('script');
    script.src = button.parentElement?.dataset.script ?? '';
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
