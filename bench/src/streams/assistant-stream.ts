import { AssistantMessageAccumulator, type AssistantStreamChunk } from 'assistant-stream';
import type { Described } from './describe.ts';
import { streamOf } from './stream-of.ts';

export function toAssistantStream(events: readonly Described[]): AssistantStreamChunk[] {
  return events.map(toChunk);
}

/** A tool's output closes its part there, hence no `part-finish` for it. */
function toChunk(event: Described): AssistantStreamChunk {
  const path = [event.part];
  switch (event.type) {
    case 'text.start':
      return { path: [], type: 'part-start', part: { type: 'text' } };
    case 'text.delta':
    case 'tool.delta':
      return { path, type: 'text-delta', textDelta: event.text };
    case 'text.end':
      return { path, type: 'part-finish' };
    case 'tool.start':
      return {
        path: [],
        type: 'part-start',
        part: { type: 'tool-call', toolCallId: `part-${event.part}`, toolName: event.name },
      };
    case 'tool.call':
      return { path, type: 'tool-call-args-text-finish' };
    case 'tool.output':
      return { path, type: 'result', result: event.output, isError: false };
  }
}

/** Looks at every message that the accumulator gives; gives the number of events read. */
export async function readWithAssistantStream(
  chunks: readonly AssistantStreamChunk[],
  deadline: number,
): Promise<number> {
  const { stream, taken } = streamOf(chunks, deadline);
  let seen = 0;
  for await (const message of stream.pipeThrough(new AssistantMessageAccumulator())) {
    const part = message.parts.at(-1);
    if (part !== undefined) seen += 1;
  }
  if (seen === 0) throw new Error('assistant-stream gave no message');
  return taken();
}
