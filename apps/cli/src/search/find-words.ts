/** Where in a thread all the words stand together. */
import { HUMAN } from '@toolthread/core';
import type { Entry, Item } from '@toolthread/core';
import { linesOf } from '@toolthread/core/lines';
import type { PlacedLine } from '@toolthread/core/lines';

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
  const patterns = words.map((word) => patternOf(word));
  for (const { source, text } of textsOf(items)) {
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

/** Words as they are, in capitals or not, on one line or on several. It is for composed letters (NFC). */
export function patternOf(words: string): RegExp {
  const literal = words.normalize('NFC').replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
  return new RegExp(literal.replace(/\s+/gu, String.raw`\s+`), 'iu');
}

interface SaidText {
  readonly source: Item | Entry;
  text: string;
}

/** What each item or entry says: its lines, one below the other. */
export function* textsOf(items: Iterable<Item>): Iterable<SaidText> {
  let said: SaidText | undefined;
  for (const line of linesOf(items, 'whole')) {
    const { source } = line;
    const text = wordsOf(line);
    if (source === undefined || text === '') continue;
    if (said?.source === source) said.text += `\n${text}`;
    else {
      if (said !== undefined) yield said;
      said = { source, text };
    }
  }
  if (said !== undefined) yield said;
}

/** Without who says it, how long it took, and the heads of what can be unfolded. */
function wordsOf({ kind, spans, source }: PlacedLine): string {
  if (kind === 'fold' || kind === 'title') return '';
  if (kind === 'note' && source?.kind !== 'status' && source?.kind !== 'call') return '';
  const said = kind === 'message' ? spans.filter(({ role }) => role === 'words') : spans;
  return said.map(({ text }) => text).join('');
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
