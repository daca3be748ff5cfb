import { completionMessage } from '@toolthread/core/context';
import type { CompletionMessage, CompletionPart, ModelEvent } from '@toolthread/core/context';

/** What the next model sees of a response: its parts in their order, calls that the provider ran with their results. */
export function spoken(events: readonly ModelEvent[]): CompletionMessage {
  const texts = new Map<number, string>();
  const parts = new Map<number, CompletionPart>();
  const callOf = new Map<string, string>();
  for (const event of events) {
    switch (event.type) {
      case 'text.delta':
      case 'reasoning.delta':
        texts.set(event.part, (texts.get(event.part) ?? '') + event.text);
        break;
      case 'part':
        parts.set(event.part, partOf(event, event.text ?? texts.get(event.part) ?? ''));
        break;
      case 'call': {
        const { name, arguments: args, runs, blob } = event;
        const id = event.providerId ?? `call_${event.part}`;
        callOf.set(id, name);
        parts.set(event.part, { type: 'call', id, name, arguments: args, runs, ...(blob && { blob }) });
        break;
      }
      case 'result': {
        const { providerId: callId, parts: given, outcome, blob } = event;
        const name = callOf.get(callId) ?? '';
        const isError = outcome !== 'done';
        parts.set(event.part, {
          type: 'result',
          callId,
          name,
          parts: given,
          isError,
          runs: 'provider',
          ...(blob && { blob }),
        });
        break;
      }
      case 'input.delta':
      case 'end':
        break;
      default:
        event satisfies never;
    }
  }
  const inOrder = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);
  return completionMessage('assistant', inOrder, 'assistant');
}

function partOf(event: Extract<ModelEvent, { type: 'part' }>, text: string): CompletionPart {
  const { kind, phase, content, blob } = event;
  const signed = blob === undefined ? {} : { blob };
  switch (kind) {
    case 'text':
      return { type: 'text', text, ...(phase && { phase }), ...signed };
    case 'reasoning':
    case 'refusal':
      return { type: kind, text, ...signed };
    case 'file':
    case 'source':
      return { type: 'content', content: content ?? { type: 'text', text: '' }, ...signed };
    case 'opaque':
      return { type: 'opaque', blob: blob ?? { provider: '', api: '', model: '', data: null } };
    default:
      return kind satisfies never;
  }
}

/** The results that the calls of a turn are owed. */
export function answered({ parts }: CompletionMessage): CompletionMessage {
  const results = parts.flatMap((part): CompletionPart[] => {
    if (part.type !== 'call' || part.runs !== 'here') return [];
    const { id: callId, name } = part;
    return [{ type: 'result', callId, name, parts: [{ type: 'text', text: 'ok' }], isError: false, runs: 'here' }];
  });
  return completionMessage('user', [...results, { type: 'text', text: 'Go on.' }], 'tool-results-and-text');
}
