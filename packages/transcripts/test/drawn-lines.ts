/** What a person reads where Markdown is drawn, line by line: a second opinion, by a reader of Markdown that others wrote. */
import { Lexer } from 'marked';
import type { MarkedOptions, Token, Tokens } from 'marked';

/** What a reader of Markdown does with it depends on how it is set up. */
export const VIEWERS: readonly MarkedOptions[] = [
  { gfm: true, breaks: false },
  { gfm: true, breaks: true },
  { gfm: false, breaks: false },
];

/** The lines without what is around them; `• ` and `1. ` before the points of a list. What is drawn as anything but words, a list or code is named. */
export function drawnLines(markdown: string, viewer: MarkedOptions): readonly string[] {
  return blockLines(new Lexer(viewer).lex(markdown))
    .flatMap((line) => line.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function blockLines(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token) => linesOfBlock(token));
}

function linesOfBlock(token: Token): readonly string[] {
  switch (token.type) {
    case 'space':
      return [];
    case 'code':
      return [textOf(token)];
    case 'list':
      return isList(token) ? token.items.flatMap((item, index) => itemLines(item, markOf(token, index))) : [];
    case 'paragraph':
    case 'text':
      return [inlineText(token)];
    default:
      return [`(${token.type}: ${token.raw})`];
  }
}

function itemLines({ tokens, task }: Tokens.ListItem, mark: string): readonly string[] {
  const [first = '', ...others] = blockLines(tokens);
  return [`${mark} ${task ? '(task)' : ''}${first}`, ...others];
}

function markOf({ ordered, start }: Tokens.List, index: number): string {
  return ordered ? `${Number(start) + index}.` : '•';
}

function inlineText(token: Token): string {
  if (!('tokens' in token) || token.tokens === undefined) return textOf(token);
  return token.tokens.map((inner) => textOfInline(inner)).join('');
}

function textOfInline(token: Token): string {
  if (token.type === 'text') return inlineText(token);
  if (token.type === 'br') return '\n';
  // An address that stands for itself is no more than its words.
  const isPlain = token.type === 'codespan' || (token.type === 'link' && textOf(token) === token.raw);
  return isPlain ? textOf(token) : `(${token.type}: ${token.raw})`;
}

function textOf(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}
