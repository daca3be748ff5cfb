import { HUMAN } from '@toolthread/core';
import type { Item, Timeline } from '@toolthread/core';
import { groupHeader } from '@toolthread/core/lines';

/** One line of the map: what was asked, and what state each piece of the turn is in. */
export interface Turn {
  /** The item the turn begins with. */
  readonly index: number;
  /** Undefined of what was there before anybody asked. */
  readonly label: string | undefined;
  readonly marks: readonly TurnMark[];
  /** How many calls were made in it. */
  readonly calls: number;
}

export type TurnMark = 'plain' | 'working' | 'waiting' | 'failed';

/** Beyond this many turns, a turn has one mark: the worst of its own. */
const DETAILED = 30;
const MARKS = 8;

/** `turnsOf(timeline(state).items)` */
export function turnsOf(items: Timeline['items']): readonly Turn[] {
  const turns: { index: number; label: string | undefined; marks: TurnMark[]; calls: number }[] = [];
  let index = 0;
  for (const item of items) {
    if (item.kind === 'message' && item.author === HUMAN)
      turns.push({ index, label: labelOf(item), marks: [], calls: 0 });
    else {
      const mark = markOf(item);
      if (mark !== undefined && turns.length === 0) turns.push({ index, label: undefined, marks: [], calls: 0 });
      const turn = turns.at(-1);
      if (mark !== undefined) turn?.marks.push(mark);
      if (turn !== undefined) turn.calls += callsIn(item);
    }
    index += 1;
  }
  return turns.map((turn) => ({
    ...turn,
    marks: turns.length > DETAILED || turn.marks.length > MARKS ? worst(turn.marks) : turn.marks,
  }));
}

/** The turn that the item at the top of the screen belongs to. */
export function turnAt(turns: readonly Turn[], index: number): number {
  return Math.max(
    0,
    turns.findLastIndex((turn) => turn.index <= index),
  );
}

function callsIn(item: Item): number {
  if (item.kind === 'group') return item.tally.calls;
  return item.kind === 'section' ? item.items.toArray().reduce((sum, inner) => sum + callsIn(inner), 0) : 0;
}

/** An item that did not change has the mark that it had: a thread of 2,000 turns is not looked through for each event. */
const known = new WeakMap<Item, { readonly mark: TurnMark | undefined }>();

function markOf(item: Item): TurnMark | undefined {
  const kept = known.get(item) ?? { mark: findMark(item) };
  known.set(item, kept);
  return kept.mark;
}

function findMark(item: Item): TurnMark | undefined {
  switch (item.kind) {
    case 'group': {
      const state = groupHeader(item)?.state;
      if (state === undefined && item.entries.length === 0) return undefined;
      if (state === 'thinking' || state === 'working') return 'working';
      return state === 'waiting' || state === 'failed' ? state : 'plain';
    }
    case 'answer':
      if (item.state === 'streaming') return 'working';
      return item.state === 'failed' ? 'failed' : 'plain';
    case 'request':
      return item.request.settled === undefined ? 'waiting' : undefined;
    case 'status':
      return item.level === 'error' ? 'failed' : undefined;
    case 'section':
      return worst(item.items.toArray().flatMap((inner) => markOf(inner) ?? []))[0];
    case 'message':
    case 'reasoning':
    case 'compaction':
    case 'changes':
    case 'orphan':
    case 'gone':
      return undefined;
    default:
      return item satisfies never;
  }
}

const severity: readonly TurnMark[] = ['waiting', 'failed', 'working', 'plain'];

function worst(marks: readonly TurnMark[]): readonly TurnMark[] {
  const found = severity.find((mark) => marks.includes(mark));
  return found === undefined ? [] : [found];
}

function labelOf(item: Extract<Item, { kind: 'message' }>): string {
  const text = item.parts.find((part) => part.type === 'text')?.text ?? '';
  return text.slice(0, 80);
}
