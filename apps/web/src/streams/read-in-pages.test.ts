import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInPages } from './read-in-pages.ts';

const EVENTS = Array.from({ length: 30 }, (_, at) => ({ seq: at + 1, text: `word ${at + 1}\n\ndata: ` }));

interface Asked {
  readonly fetch: typeof fetch;
  readonly asked: string[];
}

/** A server of pages: more is written in it each time it is asked. */
function server(pageSize: number, grows: number): Asked {
  const asked: string[] = [];
  let written = 0;
  return {
    asked,
    fetch: async (input, init) => {
      const address = new URL(typeof input === 'string' ? input : '', 'http://here');
      asked.push(new Headers(init?.headers).get('accept') ?? '');
      const after = Number(address.searchParams.get('after'));
      if (!address.searchParams.has('limit')) {
        const rest = EVENTS.slice(after).map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`);
        return new Response(rest.join(''));
      }
      written = Math.min(EVENTS.length, written + grows);
      const events = EVENTS.slice(after, Math.min(after + pageSize, written));
      return Response.json({ events, last_seq: written });
    },
  };
}

const seqs = (text: string): number[] => Array.from(text.matchAll(/^id: (\d+)$/gm), ([, seq]) => Number(seq));

test('[issue 13] by pages of any size, from anywhere, and then by the stream itself: every event once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 7 }),
      fc.nat({ max: 30 }),
      fc.nat({ max: 20 }),
      async (pageSize, grows, after, waits) => {
        const { fetch, asked } = server(pageSize, grows);
        let looks = 0;
        const takePlace = async (): Promise<boolean> => (looks += 1) > waits;
        const response = await readInPages(
          `/api/threads/t/events?after=${after}`,
          { headers: { accept: 'text/event-stream' }, signal: new AbortController().signal },
          { fetch, takePlace, everyMs: 0 },
        );
        expect(seqs(await response.text())).toEqual(EVENTS.slice(after).map(({ seq }) => seq));
        // One stream, at the end, and not before there was a place.
        expect(asked.indexOf('text/event-stream')).toBe(asked.length - 1);
      },
    ),
    { numRuns: 60 },
  );
});

test('[issue 13] what the server refuses is refused, and who leaves asks no more', async () => {
  const refusing = async (): Promise<Response> => Response.json({ error: { code: 'gone' } }, { status: 404 });
  const leaving = new AbortController();
  const never = async (): Promise<boolean> => false;
  const init = { signal: leaving.signal };
  const refused = await readInPages('/e?after=0', init, { fetch: refusing, takePlace: never, everyMs: 0 });
  expect(refused.status).toBe(404);
  const { fetch, asked } = server(100, 100);
  const response = await readInPages('/e?after=0', init, { fetch, takePlace: never, everyMs: 1e9 });
  const reader = response.body?.getReader();
  await reader?.read();
  leaving.abort();
  await expect(reader?.read()).rejects.toThrow('nobody reads any more');
  expect(asked).toHaveLength(1);
});
