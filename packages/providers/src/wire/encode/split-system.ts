import { completionMessage } from '@toolthread/core/context';
import type { CompletionMessage } from '@toolthread/core/context';
import { systemText } from '../text/system-text.ts';

export interface SplitSystem {
  /** The system prompt, and what the system says before anyone else. */
  readonly system: readonly string[];
  readonly spoken: readonly CompletionMessage[];
}

/**
 * For providers that take the system prompt in a field of its own. Later system messages stay in their place, in the user's
 * turn: a system prompt that grew would invalidate every signature and cache.
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
