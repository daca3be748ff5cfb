import type { WorkspaceChanged } from '../ledger/event.ts';
import type { ThreadState } from '../ledger/state.ts';
import type { TimelineState } from './item.ts';
import { appendItem, changeItem, itemAt } from './path.ts';

/** A line of its own below the work, if it changed anything; an undo is such a line too, and the line that it undoes says so. */
export function placeChanges(state: ThreadState, event: WorkspaceChanged): TimelineState {
  const { change, at, files, unknown = [], undoes, by } = event;
  const before = undoes === undefined ? state.timeline : undone(state.timeline, undoes);
  if (files.length === 0) return before;
  const { timeline, item } = appendItem(before, [], (key) => ({
    kind: 'changes',
    key,
    at,
    change,
    files,
    unknown,
    undo: undoes === undefined ? { state: 'possible' } : { state: 'is undo', by },
  }));
  return { ...timeline, changePlaces: timeline.changePlaces.set(change, { path: [], item }) };
}

export function isUndoable(timeline: TimelineState, change: string): boolean {
  const spot = timeline.changePlaces.get(change);
  const item = spot === undefined ? undefined : itemAt(timeline, spot);
  return item?.kind === 'changes' && item.undo.state === 'possible';
}

function undone(timeline: TimelineState, change: string): TimelineState {
  const spot = timeline.changePlaces.get(change);
  if (spot === undefined) return timeline;
  return changeItem(timeline, spot, (item) =>
    item.kind === 'changes' ? { ...item, undo: { state: 'undone' } } : item,
  );
}
