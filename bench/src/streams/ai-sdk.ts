import { readUIMessageStream, type UIMessageChunk } from 'ai';
import type { Described } from './describe.ts';
import { streamOf } from './stream-of.ts';

export function toAiSdk(events: readonly Described[]): UIMessageChunk[] {
  return events.map(toChunk);
}

function toChunk(event: Described): UIMessageChunk {
  const id = `part-${event.part}`;
  switch (event.type) {
    case 'text.start':
      return { type: 'text-start', id };
    case 'text.delta':
      return { type: 'text-delta', id, delta: event.text };
    case 'text.end':
      return { type: 'text-end', id };
    case 'tool.start':
      return { type: 'tool-input-start', toolCallId: id, toolName: event.name };
    case 'tool.delta':
      return { type: 'tool-input-delta', toolCallId: id, inputTextDelta: event.text };
    case 'tool.call':
      return {
        type: 'tool-input-available',
        toolCallId: id,
        toolName: event.name,
        input: JSON.parse(event.arguments),
      };
    case 'tool.output':
      return { type: 'tool-output-available', toolCallId: id, output: event.output };
  }
}

/** Looks at every message that the stream yields, as a page would; gives the number of events read. */
export async function readWithAiSdk(chunks: readonly UIMessageChunk[], deadline: number): Promise<number> {
  const { stream, taken } = streamOf(chunks, deadline);
  let seen = 0;
  for await (const message of readUIMessageStream({ stream, terminateOnError: true })) {
    const part = message.parts.at(-1);
    if (part !== undefined) seen += 1;
  }
  if (seen === 0) throw new Error('the AI SDK yielded no message');
  return taken();
}
