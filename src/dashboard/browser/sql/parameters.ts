import { replacePart, sendForm } from './fragments.js';

const PAUSE_MS = 300;

/** Matches anything that looks like a parameter. The server decides which are. */
const PARAMETER = /\{\s*\w+\s*:[^{}]*\}/g;

export interface ParameterFields {
  /** Call it after each change of the query. */
  readonly follow: () => void;
  /** Resolves when the fields match the query, with their initial values, or could not be loaded. */
  readonly update: () => Promise<void>;
}

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
      // Running the query also shows the fields, or an error.
    }
  }
  const follow = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void update(), PAUSE_MS);
  };
  return { follow, update };
}

/** Changes when a parameter changes. */
const joinParameters = (text: unknown): string => (String(text).match(PARAMETER) ?? []).join();
