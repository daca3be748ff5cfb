/** Where in a thread all the words stand together. */
import { HUMAN } from '@toolthread/core';
import type { Entry, Item } from '@toolthread/core';
import { saidTexts, wordsPattern } from '@toolthread/core/lines';

export interface Found {
  /** Who or what says it: `you`, `answer`, the name of a tool. */
  readonly whose: string;
  /** The words with what stands around them. */
  readonly around: string;
}

const BEFORE = 40;
const AROUND = 160;

/** `findWords(items, ['parser', 'upgrade'])`: each text that holds them all, however they are written. */
export function* findWords(items: Iterable<Item>, words: readonly string[]): Iterable<Found> {
  const patterns = words.map((word) => wordsPattern(word));
  for (const { source, text } of saidTexts(items)) {
    const around = aroundWords(text.normalize('NFC'), patterns);
    if (around !== undefined) yield { whose: whoseOf(source), around };
  }
}

/** Undefined where a word is missing. The text is of composed letters (NFC). */
export function aroundWords(text: string, patterns: readonly RegExp[]): string | undefined {
  const places = patterns.map((pattern) => text.search(pattern));
  const [first = 0] = places;
  if (places.includes(-1)) return undefined;
  const from = Math.max(0, first - BEFORE);
  const around = text
    .slice(from, from + AROUND)
    .replace(/\s+/g, ' ')
    .trim();
  return `${from > 0 ? '…' : ''}${around}${from + AROUND < text.length ? '…' : ''}`;
}

/** `you`, `answer`, the name of a tool. */
export function whoseOf(source: Item | Entry): string {
  switch (source.kind) {
    case 'message':
      return source.author === HUMAN ? (source.by ?? 'you') : source.author;
    case 'call':
      return source.call.name;
    case 'orphan':
      return source.result.name ?? 'result';
    case 'compaction':
      return 'summary';
    case 'request':
      return 'question';
    case 'group':
    case 'section':
    case 'reasoning':
    case 'answer':
    case 'status':
    case 'changes':
    case 'commentary':
    case 'discarded':
    case 'gone':
      return source.kind;
    default:
      return source satisfies never;
  }
}
