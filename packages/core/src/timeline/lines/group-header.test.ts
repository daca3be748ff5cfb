import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import { eventsOf } from '../../../test/events-of.ts';
import { made, turnGroup } from '../../../test/one-turn.ts';
import type { Said } from '../../../test/one-turn.ts';
import type { EventDraft, Outcome } from '../../ledger/ledger-event.ts';
import { groupHeader, headerCounts } from './group-header.ts';
import { headerWords } from './header-words.ts';
import { timeline, threadOf } from '../timeline.ts';

const open = { settle: false };

function headers(said: readonly Said[], options?: { settle: boolean }): string[] {
  const header = groupHeader(turnGroup(said, options));
  return [false, true].map((opened) => {
    const { label = '', hint = '' } = header === undefined ? {} : headerWords(header, opened);
    return label + hint;
  });
}

describe('a group says what is true now', () => {
  it('thinking, before anything has happened', () => {
    expect(headers([], open)).toEqual(['Thinking…', 'Thinking…']);
    expect(groupHeader(turnGroup([], open))).toMatchObject({
      state: 'thinking',
      label: 'Thinking…',
      calls: 0,
      check: false,
    });
  });

  it('working, with the name of the newest call under way', () => {
    const said = [made('read_file', 'ok'), { name: 'search_files' }, { name: 'run' }, made('late', 'ok')];
    expect(groupHeader(turnGroup(said, open))).toMatchObject({
      state: 'working',
      label: 'Working',
      call: { name: 'run' },
      check: false,
    });
    expect(headers(said, open)).toEqual(['Working · run · 4 tool calls ⏳', '🔧 4 tool calls (hide details)']);
  });

  it('how many calls there were', () => {
    expect(headers([made('a', 'ok')])).toEqual(['🔧 1 tool call (show details)', '🔧 1 tool call (hide details)']);
    expect(headers(Array.from({ length: 5 }, () => made('a', 'ok')))[0]).toBe('🔧 5 tool calls (show details)');
  });

  it('what did not end well, also while others run', () => {
    const failed = made('a', 'no', { outcome: 'failed' });
    expect(headers([failed, made('b'), made('c')])[0]).toBe('🔧 3 tool calls · 1 failed (show details)');
    expect(headers([failed, { name: 'b' }], open)[0]).toBe('Working · b · 2 tool calls · 1 failed ⏳');
    const each: Outcome[] = ['lost', 'skipped', 'denied', 'interrupted', 'failed', 'failed'];
    expect(headers(each.map((outcome) => made('a', 'x', { outcome })))[0]).toBe(
      '🔧 6 tool calls · 2 failed · 1 interrupted · 1 denied · 1 skipped · 1 without result (show details)',
    );
  });

  it('[issue 11] that a call has no result, whether or not its thread is closed: one word for it', () => {
    const open = turnGroup([made('a', 'ok'), { name: 'b' }]);
    const said = { ...open, tally: { ...open.tally, called: 1, running: 0, lost: 0 } };
    const [lost] = headers([made('a', 'ok'), made('b', 'x', { outcome: 'lost' })]);
    expect(lost).toBe('🔧 2 tool calls · 1 without result (show details)');
    const header = groupHeader(said);
    expect([header?.state, header?.counts.lost, header?.check]).toEqual(['interrupted', 1, false]);
    expect(groupHeader({ ...said, active: true })?.counts.lost).toBe(0);
  });

  it('on one line, whatever a tool is called', () => {
    expect(headers([{ name: 'a\nb' }], open)[0]).toBe('Working · a b · 1 tool call ⏳');
  });

  it('how long it took, once it has ended', () => {
    expect(groupHeader(turnGroup([made('a', 'ok')]))?.durationMs).toBe(1000);
    expect(groupHeader(turnGroup([{ name: 'a' }], open))?.durationMs).toBeUndefined();
  });
});

describe('how long a group took', () => {
  const START = 1_770_000_000_000;
  const at = (seconds: number, draft: EventDraft): EventDraft => ({ ...draft, at: START + seconds * 1000 });
  const call = (part: number, id: string, name = 'run'): EventDraft => ({
    type: 'agent.tool.called',
    step: 1,
    part,
    call: id,
    name,
    arguments: '{}',
  });
  const took = (...drafts: EventDraft[]): number | undefined => {
    const [group] = timeline(
      threadOf(
        eventsOf([
          at(0, { type: 'agent.status', status: 'running' }),
          at(0, { type: 'agent.step.started', step: 1 }),
          ...drafts,
          at(100, { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' }),
          at(100, { type: 'agent.status', status: 'completed' }),
        ]),
      ),
    ).items;
    const header = group?.kind === 'group' ? groupHeader(group) : undefined;
    return header?.durationMs;
  };
  const asked = (from: number, to: number, id: string): EventDraft[] => [
    at(from, { type: 'request.opened', request: id, kind: 'approval', call: id, step: 1 }),
    at(to, { type: 'request.resolved', request: id, decision: 'once', by: '@human' }),
  ];
  const ended = (to: number, id: string, ms?: number): EventDraft => {
    const time = ms === undefined ? {} : { duration_ms: ms };
    return at(to, { type: 'agent.tool.completed', step: 1, call: id, outcome: 'done', parts: [], ...time });
  };
  const ran = (from: number, to: number, id: string, ms?: number): EventDraft[] => [
    at(from, { type: 'agent.tool.started', step: 1, call: id }),
    ended(to, id, ms),
  ];

  it('is without the time in which it waited for a person', () => {
    expect(took(at(10, call(0, 'a')), ...asked(20, 80, 'a'), ...ran(80, 90, 'a'))).toBe(10_000);
    const denied = at(80, { type: 'agent.tool.completed', step: 1, call: 'a', outcome: 'denied', parts: [] });
    expect(took(at(10, call(0, 'a')), ...asked(20, 80, 'a'), denied)).toBeUndefined();
  });

  const both = [at(10, call(0, 'a')), at(10, call(1, 'b'))];
  const inOrder = (...drafts: EventDraft[]): EventDraft[] =>
    drafts.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));

  it('counts two that waited at once only once', () => {
    const events = [...asked(20, 60, 'a'), ...asked(30, 80, 'b'), ...ran(80, 90, 'a'), ...ran(80, 90, 'b')];
    expect(took(...both, ...inOrder(...events))).toBe(10_000);
  });

  it('counts what ran while another call waited', () => {
    expect(took(...both, ...inOrder(...asked(20, 80, 'a'), ...ran(30, 50, 'b'), ...ran(80, 90, 'a')))).toBe(30_000);
  });

  describe('[001, 004, stranger 8] is the time of its calls, where they tell it', () => {
    it('one call', () => {
      expect(took(at(10, call(0, 'a')), ...ran(20, 24, 'a', 250))).toBe(250);
      expect(took(at(10, call(0, 'a')), ended(10, 'a', 250))).toBe(250);
      expect(took(at(10, call(0, 'a')), ended(20, 'a', 0))).toBe(0);
    });

    it('[stranger 13] where a file tells only when it was made and when it ended: from then to then, and not to the next answer', () => {
      expect(took(at(30, call(0, 'a')), ended(35, 'a'))).toBe(5_000);
      expect(took(...both, ended(12, 'a'), ended(13, 'b'))).toBe(3_000);
      // All of its time may be a person's.
      expect(took(at(10, call(0, 'a', 'AskUserQuestion')), ended(35, 'a'))).toBeUndefined();
      // It may have waited for a person, of which the file tells nothing.
      expect(took(at(10, call(0, 'a')), ended(4_000, 'a'))).toBe(300_000);
    });

    it('a zero of one call is no time of the others: where they tell none, nobody knows it', () => {
      expect(took(...both, ended(10, 'a', 0), ended(10, 'b'))).toBeUndefined();
      expect(took(...both, ended(10, 'a', 0), ended(10, 'b', 0))).toBe(0);
    });

    it('one after the other: their sum; at once: once', () => {
      expect(took(...both, ended(20, 'a', 2_000), ended(30, 'b', 3_000))).toBe(5_000);
      expect(took(...both, ended(20, 'a', 2_000), ended(20, 'b', 3_000))).toBe(3_000);
      expect(took(...both, ended(20, 'a', 2_000), ended(21, 'b', 2_000))).toBe(3_000);
    });

    it('one that does not tell it counts from its start to its end', () => {
      expect(took(...both, ended(15, 'a', 250), ...ran(20, 24, 'b'))).toBe(4_250);
    });

    it('[issue 11] one of which nobody recorded the start counts from its call, without its wait for a person', () => {
      expect(took(...both, ended(15, 'a', 250), ended(24, 'b'))).toBe(14_000);
      expect(took(...both, ended(15, 'a', 250), ...asked(20, 80, 'b'), ended(90, 'b'))).toBe(20_000);
    });

    it('without the time in which one of them waited for a person', () => {
      expect(took(at(10, call(0, 'a')), ...asked(20, 80, 'a'), ...ran(80, 90, 'a', 10_000))).toBe(10_000);
      const onItsWay = inOrder(...ran(20, 90, 'a', 70_000), ...asked(30, 80, 'a'));
      expect(took(at(10, call(0, 'a')), ...onItsWay)).toBe(20_000);
    });

    it('is not said where nobody knows it', () => {
      const same = eventsOf([
        { type: 'agent.status', status: 'running' },
        { type: 'agent.step.started', step: 1 },
        call(0, 'a'),
        ended(0, 'a'),
        { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
        { type: 'agent.status', status: 'completed' },
      ]).map((event) => ({ ...event, at: 5 }));
      const [group] = timeline(threadOf(same)).items;
      expect(group?.kind === 'group' && groupHeader(group)).toMatchObject({ state: 'done', durationMs: undefined });
    });
  });

  it('[L1] does not depend on when its thread was closed, with which a call is lost', () => {
    const closedAt = (seconds: number, ...began: EventDraft[]): number | undefined => {
      const drafts = [
        at(0, { type: 'agent.step.started', step: 1 }),
        at(10, call(0, 'a')),
        ...began,
        at(20, { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' }),
        at(30, { type: 'message.posted', author: '@human', parts: [], delivery: 'now' }),
        at(seconds, { type: 'thread.closed' }),
      ];
      const [group] = timeline(threadOf(eventsOf(drafts))).items;
      return group?.kind === 'group' ? groupHeader(group)?.durationMs : undefined;
    };
    expect([closedAt(31), closedAt(95)]).toEqual([undefined, undefined]);
    const began = at(12, { type: 'agent.tool.started', step: 1, call: 'a' });
    expect(closedAt(95, began)).toBe(closedAt(31, began));
  });

  it('does not count a tool that asks a person on its way', () => {
    expect(took(at(10, call(0, 'a')), ...inOrder(...ran(20, 90, 'a'), ...asked(30, 80, 'a')))).toBe(20_000);
  });
});

describe('[L3] a check mark', () => {
  it('means that every call is done', () => {
    expect(groupHeader(turnGroup([made('a', 'ok'), made('b')]))).toMatchObject({ state: 'done', check: true });
  });

  const others: readonly Outcome[] = ['failed', 'denied', 'interrupted', 'skipped', 'lost'];
  it.each(others)('is not there if one is %s', (outcome) => {
    expect(groupHeader(turnGroup([made('a', 'ok'), made('b', 'x', { outcome })]))?.check).toBe(false);
  });

  it('is not there while anything is open, in any history', () => {
    fc.assert(
      fc.property(arbitraryHistory(), (events) => {
        for (const item of timeline(threadOf(events)).items) {
          if (item.kind !== 'group') continue;
          const header = groupHeader(item);
          if (header === undefined) expect(item.tally.calls).toBe(0);
          if (header?.check === true) expect(item.tally.done).toBe(item.tally.calls);
          if (header?.state === 'working') expect(header.call).toBeDefined();
          const failed = header && headerCounts(header).find(({ name }) => name === 'failed');
          expect(failed?.text).toBe(item.tally.failed > 0 ? `${item.tally.failed} failed` : undefined);
        }
      }),
    );
  });
});
