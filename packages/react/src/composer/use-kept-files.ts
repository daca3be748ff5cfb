import { useEffect, useEffectEvent, useRef } from 'react';
import { holdDraft } from './hold-draft.ts';
import { keepFiles, keptFiles } from './kept-files.ts';
import { placeOf } from './own-draft.ts';

/** Brings back what was chosen before a reload, and keeps what is chosen now. `onKept`: what was kept, once. */
export function useKeptFiles(
  thread: string | undefined,
  files: readonly File[],
  onKept: (kept: readonly File[]) => void,
): void {
  const place = placeOf(thread);
  const draft = useRef<string>(undefined);
  const take = useEffectEvent((id: string, kept: readonly File[]) => {
    draft.current = id;
    // What was chosen meanwhile stays beside it.
    if (kept.length > 0) onKept(kept);
    else if (files.length > 0) void keepFiles(place, id, files);
  });
  useEffect(() => {
    let isWanted = true;
    void holdDraft(place).then(async (id) => {
      const kept = await keptFiles(place, id);
      if (isWanted) take(id, kept);
    });
    return () => {
      isWanted = false;
    };
  }, [place]);
  useEffect(() => {
    if (draft.current !== undefined) void keepFiles(place, draft.current, files);
  }, [files]);
}
