import { callStatus } from '@toolthread/core';
import type { GroupItem, Timeline } from '@toolthread/core';

/** The items of a session at work. Files do not say that a call runs: the last ones, without results, are under way. They are lost when nothing came for longer. */
export function withUnderWay(items: Timeline['items']): Timeline['items'] {
  const last = items.last();
  if (last?.kind !== 'group' || last.tally.called + last.tally.lost === 0) return items;
  return items.set(items.length - 1, underWay(last));
}

/** A session that is silent for a second is closed here, and what was open is lost: that is told only of its end. */
function underWay(group: GroupItem): GroupItem {
  const { called, lost } = group.tally;
  let { entries } = group;
  for (let index = entries.length - 1, left = lost; left > 0 && index >= 0; index -= 1) {
    const entry = entries.at(index);
    if (entry?.kind !== 'call' || callStatus(entry.call) !== 'lost') continue;
    entries = entries.set(index, { ...entry, call: { ...entry.call, state: { name: 'called' } } });
    left -= 1;
  }
  return { ...group, entries, tally: { ...group.tally, called: called + lost, lost: 0 }, active: true };
}
