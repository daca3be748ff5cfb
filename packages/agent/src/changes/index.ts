export { changesBetween, diffOf } from './changes.ts';
export type { Changes, FileChange, Kept } from './changes.ts';
export { runKeepingChanges } from './run-keeping-changes.ts';
export { takeSnapshot } from './snapshot.ts';
export type { FileState, Snapshot } from './snapshot.ts';
export { undoChanges } from './undo-changes.ts';
export type { Undone } from './undo-changes.ts';
