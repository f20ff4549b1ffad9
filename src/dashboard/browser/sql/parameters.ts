import { replacePart, sendForm } from './fragments.js';

const PAUSE_MS = 300;

/** Matches anything that looks like a parameter. The server decides which are. */
const PARAMETER = /\{\s*\w+\s*:[^{}]*\}/g;

export interface ParameterFields {
  /** To be called after each change of the query. */
  readonly follow: () => void;
  /** Resolves when the fields are those of the query, with their first values, or could not be shown. */
  readonly update: () => Promise<void>;
}

/** Shows fields for the parameters of the query. */
export function parameterFields(form: HTMLFormElement, { value }: HTMLTextAreaElement): ParameterFields {
  let shown = joinParameters(value);
  let timer = 0;
  let running = new AbortController();

  async function update(): Promise<void> {
    // The later call would abort this one.
    clearTimeout(timer);
    const found = joinParameters(new FormData(form).get('query'));
    if (found === shown) return;
    running.abort();
    running = new AbortController();
    try {
      replacePart(await sendForm(form, '/sql/parameters', running.signal), 'parameters');
      shown = found;
    } catch {
      // Running the query shows the fields too, or says what is wrong.
    }
  }
  const follow = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void update(), PAUSE_MS);
  };
  return { follow, update };
}

/** Returns the parameters as one text, which changes when one of them does. */
const joinParameters = (text: unknown): string => (String(text).match(PARAMETER) ?? []).join();
