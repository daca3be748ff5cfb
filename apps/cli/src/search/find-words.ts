/** Where in a thread all the words stand together. */
import type { Entry, Item } from '@toolthread/core';
import { answerText, callText, contentsText, resultText, textOfResult, walkItems } from '@toolthread/core/lines';
import type { Drawn } from '@toolthread/core/lines';

export interface Found {
  /** Who or what says it: `you`, `answer`, the name of a tool. */
  readonly whose: string;
  /** The words with what stands around them. */
  readonly around: string;
}

type Said = { readonly whose: string; readonly text: string };

const BEFORE = 40;
const AROUND = 160;

/** `findWords(items, ['parser', 'upgrade'])`: each text that holds them all, however they are written. */
export function* findWords(items: Iterable<Item>, words: readonly string[]): Iterable<Found> {
  const patterns = words.map((word) => patternOf(word));
  for (const { leaf } of walkItems(items, saidIn)) {
    const places = patterns.map((pattern) => leaf.text.search(pattern));
    const [first = 0] = places;
    if (places.includes(-1)) continue;
    const from = Math.max(0, first - BEFORE);
    const around = leaf.text
      .slice(from, from + AROUND)
      .replace(/\s+/g, ' ')
      .trim();
    yield {
      whose: leaf.whose,
      around: `${from > 0 ? '…' : ''}${around}${from + AROUND < leaf.text.length ? '…' : ''}`,
    };
  }
}

/** One word, as it is, in capitals or not. */
export function patternOf(word: string): RegExp {
  return new RegExp(word.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`), 'iu');
}

function saidIn(item: Item): Drawn<Said>[] {
  switch (item.kind) {
    case 'message':
      return [said(item.author === '@human' ? 'you' : item.author, contentsText(item.parts))];
    case 'group':
    case 'reasoning':
      return [...item.entries].flatMap(saidInEntry);
    case 'answer':
      return [said('answer', answerText(item))];
    case 'status':
      return [said('status', item.text)];
    case 'compaction':
      return [said('summary', item.summary)];
    case 'changes':
      return [said('changes', item.files.map(({ path }) => path).join('\n'))];
    case 'section':
      return [{ kind: 'items', indent: 0, items: item.items }];
    case 'orphan':
      return [said(item.result.name ?? 'result', textOfResult(item.result) ?? '')];
    case 'request':
      return [said('question', item.request.questions.map(({ question }) => question).join('\n'))];
    case 'gone':
      return [];
    default:
      return item satisfies never;
  }
}

function saidInEntry(entry: Entry): Drawn<Said>[] {
  switch (entry.kind) {
    case 'commentary':
      return [said('commentary', entry.text)];
    case 'reasoning':
      return [said('reasoning', entry.text)];
    case 'discarded':
      return [said('discarded', entry.text)];
    case 'call': {
      const { call, children } = entry;
      return [
        said(call.name, `${callText(call)}\n${resultText(call) ?? ''}`),
        ...children.map(({ items }): Drawn<Said> => ({ kind: 'items', indent: 0, items })),
      ];
    }
    case 'gone':
      return [];
    default:
      return entry satisfies never;
  }
}

function said(whose: string, text: string): Drawn<Said> {
  return { kind: 'leaf', indent: 0, leaf: { whose, text } };
}
