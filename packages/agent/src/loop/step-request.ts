import type { ThreadState } from '@toolthread/core';
import type { ModelRequest, ToolSchema } from '@toolthread/core/context';
import type { Blobs } from '../blobs.ts';
import { contextOf } from './context-of.ts';
import { askingForLastWords } from './last-words-asked.ts';
import { withBytes } from './with-bytes.ts';

export interface Told {
  readonly system: string | undefined;
  readonly tools: readonly ToolSchema[];
  readonly purpose: 'work' | 'last words';
}

/**
 * `await stepRequest(state, scope, told, blobs)`: the request of a step. The loop sends it; to show later what was sent,
 * the same function makes it again. `state` is the thread as it was when the step began.
 */
export async function stepRequest(
  state: ThreadState,
  scope: string | undefined,
  { system, tools, purpose }: Told,
  blobs: Blobs | undefined,
): Promise<ModelRequest> {
  const messages = await withBytes(await contextOf(state, scope), blobs);
  return {
    ...(system === undefined ? {} : { system }),
    messages: purpose === 'work' ? messages : askingForLastWords(messages),
    tools: purpose === 'work' ? tools : [],
  };
}
