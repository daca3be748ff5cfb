import { timeline } from '@toolthread/core';
import type { Entry, GroupItem } from '@toolthread/core';
import { vectorOf } from '@toolthread/core/lines';
import { readTranscript } from '@toolthread/transcripts';
import { describe, expect, it } from 'vitest';
import { ClaudeSession } from '../../test/claude-session.ts';
import { ToldItems } from './told-items.ts';

function groupOf(calls: number): GroupItem {
  const session = new ClaudeSession().user('go');
  for (let n = 0; n < calls; n += 1)
    session.calls(`c${n}`, 'Bash', { command: `echo ${n}` }).result(`c${n}`, `out ${n}`);
  const group = timeline(readTranscript(session.text))
    .items.toArray()
    .find(({ kind }) => kind === 'group');
  if (group?.kind !== 'group') throw new Error('There is no group.');
  return group;
}

describe('[L5] [strangers] a call that comes to a group', () => {
  it.each(['collapsed', 'expanded', 'whole'] as const)('costs no look at those that were told: %s', (form) => {
    let reads = 0;
    const watched = (entry: Entry): Entry =>
      new Proxy(entry, {
        get(target, name, receiver) {
          reads += 1;
          return Reflect.get(target, name, receiver);
        },
      });
    const costs = [20, 320].map((calls) => {
      const group = groupOf(calls + 1);
      const all = group.entries.map(watched);
      const told = new ToldItems(form);
      told.see([{ ...group, entries: vectorOf(all.slice(0, -1)) }]);
      told.tell(0, 'all');
      reads = 0;
      told.see([{ ...group, entries: vectorOf(all) }]);
      const left = told.left(0, 'settled')?.item;
      told.tell(0, 'settled');
      expect(left).toMatchObject({ tally: { calls: 1 } });
      expect(told.left(0, 'all')).toBeUndefined();
      return reads;
    });
    expect(costs[1]).toBe(costs[0]);
  });
});
