/** Connect to a thread, reconnect, fold. */
export type { Changes } from './changes.ts';
export { connectThread } from './connect-thread.ts';
export type {
  AgainOptions,
  ConnectionState,
  ConnectOptions,
  DecisionOptions,
  PostOptions,
  RewindOptions,
  ThreadConnection,
  ThreadSnapshot,
} from './thread-connection.ts';
export type { Earlier } from './read-cut.ts';
export { openSession, withPageSecret } from './threads/open-session.ts';
export { type Endpoint, readProblem, unreachable } from './request.ts';
export { isLockedOut, type ClientError, type Result } from './result.ts';
export { textStream, type TextStream, type TextStreamClock, type TextStreamOptions } from './text-stream.ts';
export { postDrafts } from './post-drafts.ts';
export { forkThread } from './threads/fork-thread.ts';
export { placeThread } from './threads/place-thread.ts';
export { compactThread } from './threads/compact-thread.ts';
export { renameThread } from './threads/rename-thread.ts';
export {
  createThread,
  deleteThread,
  listThreads,
  type ThreadPage,
  type ThreadsSought,
} from './threads/list-threads.ts';
export type { ThreadSummary } from '@toolthread/core/summary';
