import type { ModelEvent } from '@toolthread/core/context';
import type { DecodeOptions } from '../../wire/decode/decoder.ts';
import { FullStreamDecoder } from './full-stream-decoder.ts';
import { failureOf } from './ending-for.ts';

/**
 * What the `fullStream` of a `streamText` of the AI SDK (6 or 7) gives, as model events: exactly one `end`, and it is the last.
 *
 * @example
 * async function* fullStream() {
 *   yield { type: 'text-start', id: '0' };
 *   yield { type: 'text-delta', id: '0', text: 'Hello' };
 *   yield { type: 'text-end', id: '0' };
 *   yield { type: 'finish', finishReason: 'stop' };
 * }
 * const types: string[] = [];
 * for await (const event of fromFullStream(fullStream())) types.push(event.type);
 * types; //=> ['text.delta', 'part', 'end']
 */
export async function* fromFullStream(
  stream: AsyncIterable<unknown>,
  options: DecodeOptions = {},
): AsyncGenerator<ModelEvent, void, void> {
  const decoder = new FullStreamDecoder(options);
  try {
    for await (const part of stream) {
      for (const event of decoder.push(part)) {
        yield event;
        if (event.type === 'end') return;
      }
    }
    yield* decoder.end();
  } catch (thrown) {
    yield* decoder.end(failureOf(thrown));
  }
}
