import { noteAnomaly } from './note-anomaly.ts';
import type { WorkspaceChanged, WorkspaceSaved } from '../ledger-event.ts';
import type { Tell } from '../fact.ts';
import type { Change, ThreadState } from '../thread-state.ts';

/** Those who work at the same time share one workspace: the first picture of it is the one from before the work. */
export function foldWorkspaceSaved(state: ThreadState, event: WorkspaceSaved): ThreadState {
  return state.saved === undefined ? { ...state, saved: event } : state;
}

export function foldWorkspaceChanged(state: ThreadState, event: WorkspaceChanged, tell: Tell): ThreadState {
  const { change, undoes } = event;
  if (state.changes.has(change)) return noteAnomaly(state, event, 'change-known');
  if (undoes === undefined) {
    tell({ type: 'workspace-changed', change: event });
    return { ...state, saved: undefined, changes: withChange(state.changes, event, 'possible') };
  }
  const undone = state.changes.get(undoes);
  if (undone?.undo !== 'possible') return noteAnomaly(state, event, 'change-not-undoable');
  tell({ type: 'workspace-changed', change: event });
  const changes = state.changes.set(undoes, { ...undone, undo: 'undone' });
  return {
    ...state,
    changes: withChange(changes, event, 'is-undo'),
    log: state.log.append({ kind: 'undone', change: event }),
  };
}

/** No file was changed, so there is nothing to undo. */
function withChange(
  changes: ThreadState['changes'],
  event: WorkspaceChanged,
  undo: Change['undo'],
): ThreadState['changes'] {
  return event.files.length === 0 ? changes : changes.set(event.change, { event, undo });
}
