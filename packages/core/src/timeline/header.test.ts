import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryHistory } from '../../fixtures/random-history.ts';
import { made, turnGroup } from '../../test/one-turn.ts';
import type { Said } from '../../test/one-turn.ts';
import type { Outcome } from '../ledger/event.ts';
import { groupHeader, headerCounts } from './header.ts';
import { headerWords } from './lines/header-words.ts';
import { timeline, threadOf } from './timeline.ts';

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
      tool: 'run',
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
      '🔧 6 tool calls · 2 failed · 1 interrupted · 1 denied · 1 skipped · 1 lost (show details)',
    );
  });

  it('on one line, whatever a tool is called', () => {
    expect(headers([{ name: 'a\nb' }], open)[0]).toBe('Working · a b · 1 tool call ⏳');
  });

  it('how long it took, once it has ended', () => {
    expect(groupHeader(turnGroup([made('a', 'ok')]))?.durationMs).toBe(6000);
    expect(groupHeader(turnGroup([{ name: 'a' }], open))?.durationMs).toBeUndefined();
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
          if (header?.state === 'working') expect(header.tool).toBeDefined();
          const failed = header && headerCounts(header).find(({ name }) => name === 'failed');
          expect(failed?.text).toBe(item.tally.failed > 0 ? `${item.tally.failed} failed` : undefined);
        }
      }),
    );
  });
});
