import { lateStyles } from '../late/late-styles.ts';
import { withLateStyles } from '../late/with-late-styles.ts';
import { FindInThread } from './find-in-thread.tsx';
import address from './find.css?url';

export async function loadFind(): Promise<typeof FindInThread> {
  await withLateStyles(lateStyles(address));
  return FindInThread;
}
