import { countOf } from '@toolthread/core/text';
import type { Copied } from '@toolthread/store';

/** `3 threads, 120 events, 4 blobs` */
export function copiedWords({ threads, events, blobs }: Copied): string {
  return `${countOf(threads, 'thread')}, ${countOf(events, 'event')}, ${countOf(blobs, 'blob')}`;
}
