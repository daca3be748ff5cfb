import { isUndoable, placeChanges } from '../timeline/place-changes.ts';
import { noteAnomaly } from './anomaly.ts';
import type { WorkspaceChanged, WorkspaceSaved } from './event.ts';
import type { ThreadState } from './state.ts';

/** Those who work at the same time share one workspace: the first picture of it is the one from before the work. */
export function foldWorkspaceSaved(state: ThreadState, event: WorkspaceSaved): ThreadState {
  return state.saved === undefined ? { ...state, saved: event } : state;
}

export function foldWorkspaceChanged(state: ThreadState, event: WorkspaceChanged): ThreadState {
  const { change, undoes } = event;
  if (state.timeline.changePlaces.has(change)) return noteAnomaly(state, event, `change ${change} is known already`);
  if (undoes === undefined) return { ...state, saved: undefined, timeline: placeChanges(state, event) };
  if (!isUndoable(state.timeline, undoes)) {
    return noteAnomaly(state, event, `change ${undoes} was undone already, or never made`);
  }
  return { ...state, log: state.log.append({ kind: 'undone', change: event }), timeline: placeChanges(state, event) };
}
