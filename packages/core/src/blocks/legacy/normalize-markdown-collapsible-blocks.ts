import { compactText } from '../../text/compact-text.ts';
import { escapeMarkup } from '../../text/escape-markup.ts';
import { nextOpening, readMarkdownCall, readMarkdownResult } from './read-markdown-call.ts';
import { ProseScan } from './prose-scan.ts';
import { toolName } from './stored-mark.ts';

/** Where a result says nothing. */
const NO_WORDS = 'Completed';

/**
 * Calls and results that old chats hold as Markdown, as blocks: a call and its result after it are one block; a call alone is a
 * pending one; a result alone is a `<validation>`. What is not whole, and every other word, is left as it is.
 *
 * @example
 * normalizeMarkdownCollapsibleBlocks('🔧 **Tool Call:** `pwd()`\n✅ **`pwd` result:**\n/app'); //=> '<tool>pwd()\n/app</tool>'
 */
export function normalizeMarkdownCollapsibleBlocks(markdown: string): string {
  const text = compactText(markdown);
  const scan = new ProseScan(text);
  let normalized = '';
  let from = 0;
  let at = nextOpening(text, 0);
  while (at !== undefined) {
    const block = scan.isCodeAt(at) ? undefined : blockAt(text, at);
    if (block !== undefined) {
      normalized += text.slice(from, at) + block.written;
      from = block.end;
      scan.continueAt(from);
    }
    // The sign is two units long: from between them it would be found again.
    at = nextOpening(text, block?.end ?? at + 2);
  }
  return normalized + text.slice(from);
}

function blockAt(text: string, at: number): { written: string; end: number } | undefined {
  const call = readMarkdownCall(text, at);
  const result = readMarkdownResult(text, call === undefined ? at : nextWord(text, call.end));
  if (call === undefined) {
    if (result === undefined) return undefined;
    const written = `<validation>${escapeMarkup(result.name)}\n${escapeMarkup(result.result ?? NO_WORDS)}</validation>`;
    return { written, end: result.end };
  }
  if (result === undefined || result.name !== toolName(call.call)) {
    return { written: `<tool>${escapeMarkup(call.call)}</tool>`, end: call.end };
  }
  return {
    written: `<tool>${escapeMarkup(call.call)}\n${escapeMarkup(result.result ?? NO_WORDS)}</tool>`,
    end: result.end,
  };
}

/** Only white space may be between a call and its result. */
function nextWord(text: string, from: number): number {
  const word = /\S/gu;
  word.lastIndex = from;
  return word.exec(text)?.index ?? text.length;
}
