import type { ModelEvent } from '@toolthread/core/context';
import type { DecodeOptions } from '../../wire/decode/decoder.ts';
import { FullStreamDecoder } from './full-stream-decoder.ts';
import { failureOf } from './ending-for.ts';

/**
 * What a `streamText` of the AI SDK (6 or 7) streams, as model events: exactly one `end`, and it is the last.
 *
 * `for await (const event of fromFullStream(streamText({ model, prompt }).fullStream)) …`
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
