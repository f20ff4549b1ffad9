import type { FC } from 'hono/jsx';

interface Props {
  readonly label: string;
  readonly options: readonly (readonly [text: string, isChosen: boolean, href: string])[];
}

/** A few links side by side, of which one is chosen. */
export const ChoiceBar: FC<Props> = ({ label, options }) => (
  <ul class="segments" aria-label={label}>
    {options.map(([text, isChosen, href]) => (
      <li>
        <a href={href} aria-current={isChosen ? 'true' : undefined}>
          {text}
        </a>
      </li>
    ))}
  </ul>
);
