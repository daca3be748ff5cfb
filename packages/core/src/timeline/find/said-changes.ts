import type { Entry, Item } from '../item.ts';
import { vectorDifferences } from '../../structure/vector-differences.ts';
import { Vector } from '../../structure/vector.ts';
import { type Said, saidOf, type Sayer } from './said.ts';

/** What a search has to forget, and what it has to know from now on. */
export interface SaidChanges {
  /** Places whose text is another one now, or none. */
  readonly gone: readonly string[];
  readonly said: readonly Said[];
}

/**
 * Between two timelines of one thread. It costs what has changed, however long the thread is ([L5]): lists share what they have in common, and that is
 * passed over. A step after each text that was compared, for whoever works in turns: how many characters it took.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * import { vectorOf } from '@toolthread/core/lines';
 * const steps = saidChanges(vectorOf([]), timeline(exampleThread).items);
 * let step = steps.next();
 * while (step.done !== true) step = steps.next();
 * step.value.said.map(({ whose }) => whose); //=> ['you', 'commentary', 'search_files', 'run_shell_command', 'answer']
 */
export function* saidChanges(before: Vector<Item>, after: Vector<Item>): Generator<number, SaidChanges> {
  const gone = new Set<string>();
  const said = new Map<string, Said>();
  for (const [was, is] of changedSayers(before, after)) {
    const [old, now] = [was && saidOf(was), is && saidOf(is)];
    yield EACH + (old?.text.length ?? 0) + (now?.text.length ?? 0);
    if (old !== undefined && now !== undefined && isSame(old, now)) continue;
    if (old !== undefined) gone.add(old.place);
    if (now !== undefined) said.set(now.place, now);
  }
  return { gone: [...gone], said: [...said.values()] };
}

/** The least that a look at one of them costs, in characters. */
const EACH = 400;

type Changed = readonly [was: Sayer | undefined, is: Sayer | undefined];
type Lists = readonly [before: Vector<Item>, after: Vector<Item>];

const NO_ITEMS: Vector<Item> = Vector.empty();
const NO_ENTRIES: Vector<Entry> = Vector.empty();

/** Lists hold lists, to any depth: hence a list of those that are still to be compared. */
function* changedSayers(before: Vector<Item>, after: Vector<Item>): Iterable<Changed> {
  const left: Lists[] = [[before, after]];
  for (let lists = left.pop(); lists !== undefined; lists = left.pop()) {
    const [olds, news] = lists;
    for (const index of vectorDifferences(olds, news)) {
      const [was, is] = [olds.at(index), news.at(index)];
      yield [was && { source: was, item: was }, is && { source: is, item: is }];
      left.push([was?.kind === 'section' ? was.items : NO_ITEMS, is?.kind === 'section' ? is.items : NO_ITEMS]);
      for (const changed of changedEntries(was, is)) {
        yield changed;
        left.push(...childrenOf(changed));
      }
    }
  }
}

function* changedEntries(was: Item | undefined, is: Item | undefined): Iterable<Changed> {
  const [olds, news] = [entriesOf(was), entriesOf(is)];
  for (const index of differencesAndEnds(olds, news)) {
    const [old, now] = [olds.at(index), news.at(index)];
    yield [old && was && { source: old, item: was }, now && is && { source: now, item: is }];
  }
}

/** The last one of a group, too: whether more words come there, the group says. Each is found when it is asked for, because there may be very many. */
function* differencesAndEnds(olds: Vector<Entry>, news: Vector<Entry>): Iterable<number> {
  const ends = new Set([olds.length - 1, news.length - 1].filter((index) => index >= 0));
  for (const index of vectorDifferences(olds, news)) {
    ends.delete(index);
    yield index;
  }
  yield* ends;
}

/** The entries of what is no group any more are in no place of their own. */
function entriesOf(item: Item | undefined): Vector<Entry> {
  return item?.kind === 'group' ? item.entries : NO_ENTRIES;
}

function childrenOf([was, is]: Changed): readonly Lists[] {
  const olds = was?.source.kind === 'call' ? was.source.children : [];
  const news = is?.source.kind === 'call' ? is.source.children : [];
  return Array.from({ length: Math.max(olds.length, news.length) }, (_, n) => [
    olds[n]?.items ?? NO_ITEMS,
    news[n]?.items ?? NO_ITEMS,
  ]);
}

function isSame(old: Said, now: Said): boolean {
  const keys = ['place', 'whose', 'tool', 'outcome', 'author', 'agent', 'at', 'text'] as const;
  return keys.every((key) => old[key] === now[key]);
}
