/** An open stream of server-sent events. */
export interface EventStream {
  readonly response: Response;
  /** The next data that differ from the last; undefined when the stream has ended. */
  next(): Promise<string | undefined>;
  /** Resolves when these are the last data. */
  until(data: string): Promise<void>;
}

export function eventStream(response: Response): EventStream {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let last: string | undefined;
  const next = async (): Promise<string | undefined> => {
    for (;;) {
      const [event, data] = /^data: (.*)\n\n/.exec(text) ?? [];
      if (event === undefined) {
        const { value, done } = await reader.read();
        if (done) return undefined;
        text += value;
        continue;
      }
      text = text.slice(event.length);
      if (data === last) continue;
      last = data;
      return data;
    }
  };
  return {
    response,
    next,
    until: async (data) => {
      while (last !== data) if ((await next()) === undefined) throw new Error('the stream has ended');
    },
  };
}
