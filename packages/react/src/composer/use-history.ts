import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { Draft } from './use-draft.ts';

/**
 * ↑ in an empty message brings back what was said last, ↑ again what was said before it, ↓ the way back. Once it is changed the keys move the
 * cursor, as ever. Gives whether the key was one of these.
 */
export function useHistory(
  draft: Draft,
  history: (() => readonly string[]) | undefined,
): (event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>) => boolean {
  const at = useRef(-1);
  return ({ key, shiftKey, altKey, ctrlKey, metaKey }) => {
    const step = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0;
    if (step === 0 || shiftKey || altKey || ctrlKey || metaKey || history === undefined) return false;
    const said = history();
    const from = draft.text === '' ? -1 : at.current;
    if (from >= 0 ? said[from] !== draft.text : draft.text !== '' || step < 0) return false;
    const next = Math.min(from + step, said.length - 1);
    if (said.length === 0) return false;
    at.current = next;
    draft.write(next < 0 ? '' : (said[next] ?? ''));
    return true;
  };
}
