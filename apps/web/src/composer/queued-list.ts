/** Loaded after the thread is shown: `import('./queued-list.ts')`. */
export { QueuedList } from '@toolthread/react';
