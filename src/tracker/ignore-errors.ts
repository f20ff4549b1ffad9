/** Tracking must never disturb the page. */
export const ignoreErrors =
  <A extends readonly unknown[], Answer>(act: (...args: A) => Answer) =>
  (...args: A): Answer | undefined => {
    try {
      return act(...args);
    } catch {
      // The page could not handle this error.
    }
  };
