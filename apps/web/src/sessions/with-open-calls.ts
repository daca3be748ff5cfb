import { callStatus } from '@toolthread/core';
import type { GroupItem, Timeline } from '@toolthread/core';

/**
 * The items of a session whose agent may go on. Its file does not say that a call runs: while somebody is at work, the last ones without results are under way.
 * Later nobody knows: an agent may be silent for as long as its tool takes. So they have no result, and are not lost.
 */
export function withOpenCalls(items: Timeline['items'], isAtWork: boolean): Timeline['items'] {
  const last = items.last();
  if (last?.kind !== 'group' || last.tally.called + last.tally.lost === 0) return items;
  return items.set(items.length - 1, opened(last, isAtWork));
}

/** A session that is silent for a second is closed here, and what was open is lost: that is told only of its end. */
function opened(group: GroupItem, active: boolean): GroupItem {
  const { called, lost } = group.tally;
  let { entries } = group;
  for (let index = entries.length - 1, left = lost; left > 0 && index >= 0; index -= 1) {
    const entry = entries.at(index);
    if (entry?.kind !== 'call' || callStatus(entry.call) !== 'lost') continue;
    entries = entries.set(index, { ...entry, call: { ...entry.call, state: { name: 'called' } } });
    left -= 1;
  }
  return { ...group, entries, tally: { ...group.tally, called: called + lost, lost: 0 }, active };
}
