import { completionMessage } from '@toolthread/core/context';
import type { CompletionMessage } from '@toolthread/core/context';
import { systemText } from '../text/system-text.ts';

export interface SplitSystem {
  /** The system prompt, and what the system says before anyone else. */
  readonly system: readonly string[];
  readonly spoken: readonly CompletionMessage[];
}

/**
 * For providers that want the system prompt apart. What the system says later is said in its place, in the user's turn: a
 * system prompt that grew would undo every signature and every cache before it.
 */
export function splitSystem(prompt: string | undefined, messages: readonly CompletionMessage[]): SplitSystem {
  const first = messages.findIndex(({ role }) => role !== 'system');
  const leading = messages.slice(0, first === -1 ? messages.length : first);
  const rest = leading.length === 0 ? messages : messages.slice(leading.length);
  return {
    system: [prompt ?? '', ...leading.map(systemText)],
    spoken: rest.flatMap((message) => spoken(message) ?? []),
  };
}

function spoken(message: CompletionMessage): CompletionMessage | undefined {
  if (message.role !== 'system') return message;
  const text = systemText(message);
  if (text === '') return undefined;
  return completionMessage('user', [{ type: 'text', text: `[System]: ${text}` }], 'system', message.seq);
}
