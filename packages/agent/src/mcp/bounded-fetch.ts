import { setImmediate } from 'node:timers/promises';
import { JsonGauge } from '@toolthread/core/json';
import { excessText } from '@toolthread/core/text';
import { MESSAGE_BOUNDS } from './bounded-buffer.ts';
import { withinOrigin } from './within-origin.ts';

/** Like `fetch`, but a response ends where a message is over the limits. Each message of an event stream is measured separately. */
export async function boundedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await withinOrigin(url, init);
  if (response.body === null) return response;
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const body = response.body.pipeThrough(measured(isStream ? EVENT_END : undefined));
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

/** Bytes: some two hundred small messages. */
const MOST_IN_A_TURN = 16_384;

/** An empty line. */
const EVENT_END = /\r?\n\r?\n/;

function measured(end: RegExp | undefined): TransformStream<Uint8Array, Uint8Array> {
  let gauge = new JsonGauge(MESSAGE_BOUNDS);
  /** An end of a line that may be cut in two. */
  let last = '';
  return new TransformStream({
    async transform(chunk, controller) {
      // The structural characters of JSON are single bytes, whatever the text between them.
      const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
      const isNew = end !== undefined && end.test(last + text);
      if (isNew) gauge = new JsonGauge(MESSAGE_BOUNDS);
      last = text.slice(-3);
      gauge.push(isNew ? (text.split(end).at(-1) ?? '') : text);
      if (gauge.excess !== undefined)
        return controller.error(new Error(`An answer is not read: ${excessText(gauge.excess, MESSAGE_BOUNDS)}.`));
      // A little in each turn of the event loop, so that a flood of small messages does not block it.
      for (let at = 0; at < chunk.length; at += MOST_IN_A_TURN) {
        controller.enqueue(chunk.subarray(at, at + MOST_IN_A_TURN));
        await setImmediate();
      }
    },
  });
}
