/**
 * What a person typed or pasted, as Markdown that is drawn with the same lines and the same characters, whoever draws it, and that does
 * nothing by itself ([L7]). Lists, fences and code within a line are what they are. A word that would act, or would be drawn as something
 * else, stands as code in its place; so does a whole paragraph if its words are below each other, or if nobody can say what of it is code.
 */
import { visible } from '@toolthread/core/text';
import { besideCode } from './beside-code.ts';
import { codeBlock } from './code-span.ts';
import { markdownBlocks, inertFence, isLikeFence } from './markdown-blocks.ts';
import type { MarkdownBlock } from './markdown-blocks.ts';
import { opensBlock, typedLine } from './typed-line.ts';
import { CODE_INDENT, TypedLists } from './typed-lists.ts';

/** Without it, lines that follow each other are drawn as one. */
const BREAK = '  \n';
const WIDE = /\t|\S {3}/;
/** Not after the end of a sentence. */
const GAP = /[^\s.!?:;,)"'] {2}\S/;

/** `typedWords('ask @team\nor not')` is 'ask `@team`  \nor not'. */
export function typedWords(text: string): string {
  const lists = new TypedLists();
  const written: string[] = [];
  /** Paragraphs of code, with the blank lines between them, are one. */
  const code: string[] = [];
  const gap: string[] = [];
  const settle = (): void => {
    if (code.length > 0) written.push(codeBlock(code.join('\n')));
    written.push(...gap);
    code.length = 0;
    gap.length = 0;
  };
  for (const block of markdownBlocks(visible(text))) {
    const drawn = drawnBlock(block, lists);
    if (block.kind !== 'blank' && (drawn !== undefined || code.length === 0)) settle();
    if (block.kind === 'blank') gap.push(block.text);
    else if (drawn !== undefined) written.push(drawn);
    else code.push(...gap.splice(0), block.text);
  }
  settle();
  return written.join('\n');
}

/** Undefined if only code keeps it as it is. */
function drawnBlock(block: MarkdownBlock, lists: TypedLists): string | undefined {
  if (block.kind === 'blank') return '';
  if (block.kind === 'fenced') lists.closeTo(block.fence.before.length);
  const drawn = block.kind === 'fenced' ? inertFence(block) : drawnParagraph(block.text.split('\n'), lists);
  if (drawn === undefined) lists.closeTo(-1);
  return drawn;
}

/** Undefined if only code keeps it as it is. */
function drawnParagraph(lines: readonly string[], lists: TypedLists): string | undefined {
  if (lines.some(isUnclear) || hasColumns(lines)) return undefined;
  const [shared = 0, ...others] = lines.map(indentOf);
  const isEven = shared < CODE_INDENT && others.every((indent) => indent === shared);
  const rows: string[] = [];
  let begun = 0;
  for (const [index, line] of lines.entries()) {
    const point = lists.take(line, index === 0);
    const indent = point?.length ?? indentOf(line);
    if (point === undefined && index === 0) lists.closeTo(indent);
    if (point === undefined && indent > 0 && !lists.isBelow(indent) && !isEven) return undefined;
    const words = line.slice(indent).trimEnd();
    if (point === undefined && opensBlock(words)) begun += 1;
    rows.push(line.slice(0, indent) + typedLine(words));
  }
  // A quote, a comment, what a shell printed.
  return begun === lines.length && begun > 1 ? undefined : rows.join(BREAK);
}

/** Whoever draws it may see code or a table in it if others do not. */
function isUnclear(line: string): boolean {
  const words = besideCode(line);
  return words === undefined || line.includes('\\`') || isLikeFence(line) || isDivider(words) || /^ *\t/.test(line);
}

/** Words of two lines line up below each other only in code. */
function hasColumns(lines: readonly string[]): boolean {
  const words = lines.map((line) => (besideCode(line) ?? line).trim());
  return words.some((line) => WIDE.test(line)) || words.filter((line) => GAP.test(line)).length > 1;
}

/** What is below the heads of a table. */
function isDivider(line: string): boolean {
  return /^[\s|:-][\s|:-]*$/.test(line) && line.includes('-') && /[|:]/.test(line);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
