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
    const places = patterns.map((pattern) => text.search(pattern));
    const [first = 0] = places;
    if (places.includes(-1)) continue;
    const from = Math.max(0, first - BEFORE);
    const around = text
      .slice(from, from + AROUND)
      .replace(/\s+/g, ' ')
      .trim();
    yield {
      whose: whoseOf(source),
      around: `${from > 0 ? '…' : ''}${around}${from + AROUND < text.length ? '…' : ''}`,
    };
  }
}

/** One word, as it is, in capitals or not. */
export function patternOf(word: string): RegExp {
  return new RegExp(word.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`), 'iu');
}

interface SaidText {
  readonly source: Item | Entry;
  text: string;
}

/** What each item or entry says: its lines, one below the other. */
function* textsOf(items: Iterable<Item>): Iterable<SaidText> {
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

function whoseOf(source: Item | Entry): string {
  switch (source.kind) {
    case 'message':
      return source.author === HUMAN ? 'you' : source.author;
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
