import { HUMAN, scopesAtWork, timeline } from '@toolthread/core';
import type { Thread } from '@toolthread/core';

const MOST = 100;

/** What people said in this thread, the newest first, each once. Nothing while the thread waits for them: then ↑ leads to what is asked. */
export function saidBefore(thread: Thread): readonly string[] {
  const { state } = thread;
  if (scopesAtWork(state).some((scope) => state.scopes.get(scope ?? '')?.status === 'awaiting_user')) return [];
  const said = new Set<string>();
  const { items } = timeline(thread);
  for (let index = items.length - 1; index >= 0 && said.size < MOST; index -= 1) {
    const item = items.at(index);
    if (item?.kind !== 'message' || item.author !== HUMAN) continue;
    const words = item.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
    if (words.trim() !== '') said.add(words);
  }
  return [...said];
}
