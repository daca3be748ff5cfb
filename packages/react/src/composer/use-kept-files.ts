import { useEffect, useEffectEvent, useRef } from 'react';
import { keepFiles, keptFiles } from './kept-files.ts';

/** Brings back what was chosen before a reload, and keeps what is chosen now. `onKept`: what was kept, once. */
export function useKeptFiles(
  thread: string | undefined,
  files: readonly File[],
  onKept: (kept: readonly File[]) => void,
): void {
  const isRead = useRef(false);
  const take = useEffectEvent((kept: readonly File[]) => {
    isRead.current = true;
    // What was chosen meanwhile stays beside it.
    if (kept.length > 0) onKept(kept);
    else if (files.length > 0) void keepFiles(thread, files);
  });
  useEffect(() => {
    let isWanted = true;
    void keptFiles(thread).then((kept) => isWanted && take(kept));
    return () => {
      isWanted = false;
    };
  }, [thread]);
  useEffect(() => {
    if (isRead.current) void keepFiles(thread, files);
  }, [files]);
}
