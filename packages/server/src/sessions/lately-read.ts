/** So long after an answer its reader may ask again: a tab out of sight does so once a minute. */
const LATELY_MS = 90_000;
/** More than a person has open: whoever reads one thread after the other holds no more files than that. */
const MOST = 32;

/** Threads that are read by asking again and again. */
export interface LatelyRead {
  note(thread: string): void;
  close(): void;
}

/** `createLatelyRead((thread) => { const leave = follow(thread); return leave; })`: each is watched until nobody has asked for it any more for a while. */
export function createLatelyRead(watch: (thread: string) => () => void): LatelyRead {
  const reads = new Map<string, { readonly leave: () => void; readonly timer: NodeJS.Timeout }>();
  function forget(thread: string): void {
    const read = reads.get(thread);
    clearTimeout(read?.timer);
    reads.delete(thread);
    read?.leave();
  }
  return {
    note(thread) {
      // The new reader comes before the old one leaves: what is watched stays so.
      const leave = watch(thread);
      forget(thread);
      reads.set(thread, { leave, timer: setTimeout(forget, LATELY_MS, thread).unref() });
      const [oldest] = reads.keys();
      if (reads.size > MOST && oldest !== undefined) forget(oldest);
    },
    close() {
      for (const thread of reads.keys()) forget(thread);
    },
  };
}
