/** The marks of every form in a text, outside its code, in order. One pass, whatever the text says. */
import {
  readCallList,
  readMarkdownCall,
  readMarkdownResult,
  readOlderResult,
  readWordedMark,
} from './read-markdown-call.ts';
import { beginsLine, readNumberedMark } from './read-numbered-mark.ts';
import { ProseScan } from './prose-scan.ts';
import type { StoredMark } from './stored-mark.ts';
import { readToolTag, readValidation } from './read-tool-tag.ts';

const OPENING = /<tool-group>|<\/tool-group>|<tool|<validation>|<!-- tool-break -->|<p>🔧|🔧|✅|\*\*Tool Calls:\*\*/gu;

/** Not every mark is one: models learn to print them, and people write words that look like them. */
export interface Expectation {
  waits(name: string): boolean;
  knows(number: number, name: string): boolean;
}

/** `[...storedMarks('🔧 **Tool Call:** `pwd()`', expectation)].length === 1` */
export function* storedMarks(text: string, expected: Expectation): Iterable<StoredMark> {
  const scan = new ProseScan(text);
  const opening = new RegExp(OPENING);
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    if (scan.isCodeAt(found.index)) continue;
    for (const mark of marksAt(text, found.index, found[0], expected)) {
      yield mark;
      opening.lastIndex = mark.end;
      scan.continueAt(mark.end);
    }
  }
}

function marksAt(text: string, at: number, opening: string, expected: Expectation): Iterable<StoredMark> {
  switch (opening) {
    case '<tool-group>':
    case '</tool-group>':
      return [{ kind: 'wrapper', start: at, end: at + opening.length }];
    case '<!-- tool-break -->':
      return [{ kind: 'break', start: at, end: at + opening.length }];
    case '<tool':
      return some(readToolTag(text, at));
    case '<validation>':
      return some(readValidation(text, at));
    case '<p>🔧':
      return some(numbered(text, at, expected));
    case '**Tool Calls:**':
      return beginsLine(text, at) ? readCallList(text, at) : [];
    case '🔧':
      return some(readMarkdownCall(text, at) ?? numbered(text, at, expected) ?? worded(text, at, expected));
    default:
      return some(readMarkdownResult(text, at) ?? readOlderResult(text, at) ?? worded(text, at, expected));
  }
}

function numbered(text: string, at: number, { knows }: Expectation): StoredMark | undefined {
  const mark = readNumberedMark(text, at);
  return mark !== undefined && knows(mark.number, mark.name) ? mark : undefined;
}

function worded(text: string, at: number, { waits }: Expectation): StoredMark | undefined {
  return beginsLine(text, at) ? readWordedMark(text, at, waits) : undefined;
}

function some(mark: StoredMark | undefined): readonly StoredMark[] {
  return mark === undefined ? [] : [mark];
}
