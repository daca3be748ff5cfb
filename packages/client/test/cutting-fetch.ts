/** A network that breaks: every event stream ends after as many bytes, or events, as `next` says. */
export interface CuttingFetch {
  readonly fetch: typeof fetch;
  readonly cuts: () => number;
}

export function cutAfterBytes(next: () => number): CuttingFetch {
  return cuttingFetch((bytes) => {
    let left = next();
    return bytes.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          controller.enqueue(chunk.subarray(0, left));
          left -= chunk.length;
          if (left <= 0) controller.terminate();
        },
      }),
    );
  });
}

export function cutAfterEvents(next: () => number): CuttingFetch {
  return cuttingFetch((bytes) => {
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    let left = next();
    let text = '';
    return bytes.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          text += decoder.decode(chunk, { stream: true });
          const frames = text.split('\n\n');
          text = frames.pop() ?? '';
          for (const frame of frames) {
            if (left === 0) return controller.terminate();
            controller.enqueue(encoder.encode(`${frame}\n\n`));
            if (frame.startsWith('id:')) left -= 1;
          }
          if (left === 0) controller.terminate();
        },
      }),
    );
  });
}

function cuttingFetch(cut: (bytes: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>): CuttingFetch {
  let cuts = 0;
  return {
    cuts: () => cuts,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const isStream = response.headers.get('content-type')?.includes('event-stream') === true;
      if (!isStream || response.body === null) return response;
      cuts += 1;
      return new Response(cut(response.body), { status: response.status, headers: response.headers });
    },
  };
}
