/**
 * Foreign Markdown that stays Markdown, but causes no request, no mention and no markup of its own where it is drawn ([L7]). Every word
 * stays as it was: a paragraph with a tag, an image, an `@name` outside of code or a heading as ours is drawn as code, in a fence that nothing in it closes.
 * Code is code only where every reader of Markdown agrees that it is; a reader that does not would find live markup there.
 */
import { visible } from '@toolthread/core/text';
import { besideCode } from './beside-code.ts';
import { codeBlock, codeSpan } from './code-span.ts';
import { markdownBlocks, inertFence, isLikeFence, linesIn } from './markdown-blocks.ts';
import { likeHeading } from './like-heading.ts';
import { mayAct } from './may-act.ts';

/** `inertMarkdown('![x](http://tracker)')` asks nobody. A fence left open is closed. */
export function inertMarkdown(markdown: string): string {
  const written: string[] = [];
  for (const block of markdownBlocks(visible(markdown))) {
    if (block.kind === 'fenced') written.push(inertFence(block));
    else written.push(isCode(block.text) ? codeBlock(block.text) : block.text);
  }
  return written.join('\n');
}

/** The same of words on one line. */
export function inertLine(words: string): string {
  return mayAct(words) || words.includes('`') ? codeSpan(words) : visible(words);
}

/** Code within a line is sure only while no backtick of the paragraph is left over or escaped. */
function isCode(paragraph: string): boolean {
  let sure = true;
  for (const line of linesIn(paragraph)) {
    if (isLikeFence(line) || likeHeading(line)) return true;
    const words = sure && !line.includes('\\`') ? withoutSpans(line) : undefined;
    if (words === undefined) sure &&= !line.includes('`');
    if (mayAct(words ?? line)) return true;
  }
  return false;
}

/** In a table no code goes on in the next cell. */
function withoutSpans(line: string): string | undefined {
  const cells = line.split('|').map(besideCode);
  return cells.every((cell) => cell !== undefined) ? cells.join('|') : undefined;
}
