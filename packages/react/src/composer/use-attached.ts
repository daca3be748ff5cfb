import { useState } from 'react';
import type { ClipboardEvent, DragEvent } from 'react';

/** Files that go with the message that is being written. */
export interface Attached {
  readonly files: readonly File[];
  /** Chosen, dropped or pasted, and not looked at yet: whether they are too much. */
  readonly offered: readonly File[] | undefined;
  /** Some were offered before. */
  readonly used: boolean;
  readonly dropping: boolean;
  offer(files: readonly File[]): void;
  /** What is taken of those that were offered. */
  take(files: readonly File[]): void;
  remove(file: File): void;
  /** They are sent: what was added since stays. */
  sent(files: readonly File[]): void;
  readonly onPaste: ((event: ClipboardEvent) => void) | undefined;
  readonly dropTarget: DropTarget;
}

interface DropTarget {
  readonly onDragOver?: (event: DragEvent) => void;
  readonly onDragLeave?: (event: DragEvent) => void;
  readonly onDrop?: (event: DragEvent) => void;
}

/** `useAttached(true)`: where files may be attached. */
export function useAttached(mayAttach: boolean): Attached {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [offered, setOffered] = useState<readonly File[]>();
  const [used, setUsed] = useState(false);
  const [dropping, setDropping] = useState(false);
  const offer = (more: readonly File[]): void => {
    if (more.length === 0) return;
    setUsed(true);
    setOffered((before) => [...(before ?? []), ...more]);
  };
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = [...event.clipboardData.files];
    // A table brings its picture along: then the words are meant.
    if (pasted.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    offer(pasted);
  };
  const over = (is: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setDropping(is);
  };
  return {
    files,
    offered,
    used,
    dropping,
    offer,
    take: (taken) => {
      setFiles((before) => [...before, ...taken]);
      setOffered(undefined);
    },
    remove: (file) => setFiles((before) => before.filter((each) => each !== file)),
    sent: (gone) => setFiles((before) => before.filter((each) => !gone.includes(each))),
    onPaste: mayAttach ? onPaste : undefined,
    dropTarget: mayAttach
      ? {
          onDragOver: over(true),
          onDragLeave: over(false),
          onDrop: (event) => {
            over(false)(event);
            offer([...event.dataTransfer.files]);
          },
        }
      : {},
  };
}
