export { diffOf } from './changes.ts';
export { undoChanges } from './undo-changes.ts';
export type { Undone } from './undo-changes.ts';
