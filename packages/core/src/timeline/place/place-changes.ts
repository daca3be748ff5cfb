import type { WorkspaceChanged } from '../../ledger/ledger-event.ts';
import type { TimelineState } from '../item.ts';
import type { Drawing } from './drawing.ts';
import { appendItem, changeItem } from './change-item.ts';
import { endGroup } from './enter-lane.ts';

/** A line of its own below the work, if it changed anything; an undo is such a line too, and the line that it undoes says so. */
export function placeChanges(drawing: Drawing, event: WorkspaceChanged): TimelineState {
  const { change, at, files, unknown = [], undoes, by } = event;
  const marked = undoes === undefined ? drawing.timeline : undone(drawing.timeline, undoes);
  if (files.length === 0) return marked;
  const { timeline, item } = appendItem(endGroup({ ...drawing, timeline: marked }, undefined, at), [], (key) => ({
    kind: 'changes',
    key,
    at,
    change,
    files,
    unknown,
    undo: undoes === undefined ? { state: 'possible' } : { state: 'is-undo', by },
  }));
  return { ...timeline, changePlaces: timeline.changePlaces.set(change, { path: [], item }) };
}

function undone(timeline: TimelineState, change: string): TimelineState {
  const spot = timeline.changePlaces.get(change);
  if (spot === undefined) return timeline;
  return changeItem(timeline, spot, (item) =>
    item.kind === 'changes' ? { ...item, undo: { state: 'undone' } } : item,
  );
}
