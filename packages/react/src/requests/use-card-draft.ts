import type { Request } from '@toolthread/core';
import { parsedJson } from '@toolthread/core/json';
import { useMemo, useState } from 'react';
import { cardPlace } from '../composer/own-draft.ts';
import { useDraftAt } from '../composer/use-draft.ts';
import { useThreadSettings } from '../thread/thread-settings.tsx';

export interface CardDraft {
  /** As it was filled, or as storage gives it back: undefined, or anything. */
  readonly filled: unknown;
  /** The person changed it since the card is here. What only came back is not sent by coming back, and takes no focus. */
  readonly isTouched: boolean;
  /** Undefined: nothing is begun any more. */
  fill(filled: object | undefined): void;
}

/** What is half filled in a card, kept as the composer keeps its draft. `isKept` is false for what must not be stored. */
export function useCardDraft(request: Request, isKept: boolean): CardDraft {
  const { thread } = useThreadSettings();
  const { text, write } = useDraftAt(isKept && thread !== undefined ? cardPlace(thread, request.id) : undefined);
  const [isTouched, setIsTouched] = useState(false);
  const filled = useMemo(() => (text === '' ? undefined : parsedJson(text)), [text]);
  const fill = (next: object | undefined): void => {
    setIsTouched(true);
    write(next === undefined ? '' : JSON.stringify(next));
  };
  return { filled, isTouched, fill };
}
