/** A `fetch` that plays what the test wrote down: one entry for each event stream that is asked for. */
export interface ScriptedNetwork {
  readonly fetch: typeof fetch;
  /** The addresses asked for, in order. */
  readonly asked: string[];
}

export type Reply =
  | { readonly frames: readonly string[]; readonly afterwards?: 'end' | 'silence' }
  | { readonly status: number; readonly body: string }
  | 'refused';

export function scriptedNetwork(replies: readonly Reply[]): ScriptedNetwork {
  const asked: string[] = [];
  return {
    asked,
    fetch: async (input, init) => {
      const reply = replies[asked.length];
      asked.push(input instanceof Request ? input.url : String(input));
      if (reply === undefined || reply === 'refused') throw new TypeError('connection refused');
      if ('status' in reply) return new Response(reply.body, { status: reply.status });
      const encoder = new TextEncoder();
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const frame of reply.frames) controller.enqueue(encoder.encode(frame));
          if (reply.afterwards !== 'silence') controller.close();
          init?.signal?.addEventListener('abort', () => {
            if (reply.afterwards === 'silence') controller.error(init.signal?.reason);
          });
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
  };
}
