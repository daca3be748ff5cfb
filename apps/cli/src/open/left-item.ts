/** An item without what is not left of it. */
import { callStatus } from '@toolthread/core';
import type { AnswerItem, Call, Entry, GroupItem, Item, SectionItem } from '@toolthread/core';
import { emptyPartialJson, feedPartialJson } from '@toolthread/core/json';
import { childrenAround, emptyTally, vectorOf } from '@toolthread/core/lines';
import type { LinesForm } from '@toolthread/core/lines';
import { activeKey, childKey, leadKey, liveKey, MOST_LEVELS, noteKey, planKey } from './units-of.ts';
import type { CallEntry } from './units-of.ts';

/** By the keys of the units that are left: of words, what is left of them. */
export type LeftUnits = ReadonlyMap<string, string>;

const LEFT_OUT = '…';

type Items = SectionItem['items'];

/** Undefined if nothing is left. A group counts the calls that are left. */
export function leftItem(item: Item, left: LeftUnits, form: LinesForm, level = 0): Item | undefined {
  const isLeft = left.has(item.key);
  if (item.kind === 'gone') return undefined;
  if (level >= MOST_LEVELS) return isLeft ? item : undefined;
  if (item.kind === 'section') {
    const items = leftItems(item.items, left, form, level);
    return isEmpty(items) && !isLeft ? undefined : { ...item, items };
  }
  if (item.kind === 'group') return leftGroup(item, left, form, level);
  if (item.kind === 'reasoning' && form !== 'collapsed') {
    const entries = item.entries
      .toArray()
      .reduce((all, entry, index) => all.set(index, leftWords(entry, left)), item.entries);
    return isEmpty(entries) && !isLeft ? undefined : { ...item, entries };
  }
  if (item.kind === 'answer') {
    const words = left.get(item.key);
    return words === undefined && !left.has(noteKey(item)) ? undefined : withWords(item, words ?? '');
  }
  if (item.kind === 'request') {
    const lead = item.lead.filter((_, index) => left.has(leadKey(item, index)));
    return isLeft || lead.length > 0 ? { ...item, lead } : undefined;
  }
  return isLeft ? item : undefined;
}

function leftGroup(group: GroupItem, left: LeftUnits, form: LinesForm, level: number): GroupItem | undefined {
  const entries: Entry[] = [];
  const tally: { -readonly [name in keyof GroupItem['tally']]: number } = { ...emptyTally };
  for (const entry of group.entries) {
    const rest = entry.kind === 'call' ? leftCall(entry, left, form, level) : leftWords(entry, left);
    if (rest.kind !== 'gone') entries.push(rest);
    if (entry.kind !== 'call' || !left.has(entry.key)) continue;
    tally.calls += 1;
    tally[callStatus(entry.call)] += 1;
  }
  const live = left.get(liveKey(group)) ?? '';
  const active = left.has(activeKey(group));
  if (entries.length === 0 && live === '' && !active) return undefined;
  return { ...group, entries: vectorOf(entries), tally, live, active };
}

/**
 * Where something is left of its child runs only, the call is above it without its arguments and its result. Between a call and its
 * end, a run that was told has its head.
 */
function leftCall(entry: CallEntry, left: LeftUnits, form: LinesForm, level: number): Entry {
  const { above, between } = childrenAround(entry.call, left.has(entry.key) ? entry.children : []);
  const children = entry.children.flatMap((child) => {
    const items = leftItems(child.items, left, form, level);
    const isLeft = !isEmpty(items) || left.has(childKey(entry, child));
    return isLeft || above.includes(child) || between.includes(child) ? [{ ...child, items }] : [];
  });
  if (left.has(entry.key))
    return { ...entry, children, ...(!left.has(planKey(entry)) && { call: withoutPlan(entry.call) }) };
  return children.length === 0 ? gone(entry) : { ...entry, children, call: headOf(entry.call) };
}

/** Its card has told the plan. */
function withoutPlan(call: Call): Call {
  const { request } = call;
  return request?.kind === 'plan' ? { ...call, request: { ...request, proposedArguments: '' } } : call;
}

/** Its name, and how it ended: that is still true ([L3]). */
function headOf(call: Call): Call {
  const { state } = call;
  const nothing = { parts: [], structured: undefined, error: undefined, fullSize: undefined };
  return {
    ...call,
    arguments: LEFT_OUT,
    input: feedPartialJson(emptyPartialJson, LEFT_OUT),
    request: undefined,
    output: '',
    state: state.name === 'settled' ? { ...state, result: { ...state.result, ...nothing } } : state,
  };
}

function leftWords(entry: Entry, left: LeftUnits): Entry {
  const text = left.get(entry.key);
  if (text === undefined) return gone(entry);
  return entry.kind === 'commentary' || entry.kind === 'reasoning' ? { ...entry, text } : entry;
}

function leftItems(items: Items, left: LeftUnits, form: LinesForm, level: number): Items {
  let rest = items;
  for (const [index, item] of [...items].entries()) {
    const { key, at } = item;
    rest = rest.set(index, leftItem(item, left, form, level + 1) ?? { kind: 'gone', key, at });
  }
  return rest;
}

function gone({ key }: Entry): Entry {
  return { kind: 'gone', key };
}

function isEmpty(list: Iterable<Entry | Item>): boolean {
  return [...list].every(({ kind }) => kind === 'gone');
}

function withWords(answer: AnswerItem, text: string): AnswerItem {
  let { segments } = answer;
  for (let at = 0; at < segments.length; at += 1)
    segments = segments.set(at, { kind: 'text', text: at === 0 ? text : '' });
  return { ...answer, segments };
}
