/** From a segment to tokens. The one place that knows `marked`. */
import { Lexer } from 'marked';
import type { Links, MarkedOptions, MarkedToken, Token, Tokens } from 'marked';
import { drawCost } from '../text/draw-cost.ts';
import { formulas } from './formulas.ts';
import { MOST_WORK, parseWork } from './parse-work.ts';
import type { Segment } from './segment-reader.ts';

/** Beyond this a segment is one line that nobody cut: drawn as it is. */
const PARSE_LIMIT = 12_288;
/** The same for letters that change their font all the time. */
const DRAW_LIMIT = 3 * PARSE_LIMIT;

export type Parsed =
  | { readonly kind: 'tokens'; readonly tokens: readonly MarkedToken[] }
  | { readonly kind: 'plain'; readonly text: string };

/** Tokens, or the plain text where it is too long, too deep or too odd to parse in bounded time. Never throws. */
export function parseSegment(segment: Segment, definitions: Definitions): Parsed {
  const plain: Parsed = { kind: 'plain', text: segment.text };
  const text = segment.head + segment.text;
  if (text.length > PARSE_LIMIT || drawCost(text) > DRAW_LIMIT || parseWork(text) > MOST_WORK) return plain;
  try {
    const lexer = new Lexer({ gfm: true, extensions: formulas });
    Object.assign(lexer.tokens.links, definitions);
    return { kind: 'tokens', tokens: known(lexer.lex(text)) };
  } catch {
    return plain;
  }
}

export type Definitions = Links;
export const noDefinitions: Definitions = {};

const types: ReadonlySet<string> = new Set<MarkedToken['type']>([
  'blockquote',
  'br',
  'checkbox',
  'code',
  'codespan',
  'def',
  'del',
  'em',
  'escape',
  'heading',
  'hr',
  'html',
  'image',
  'link',
  'list',
  'list_item',
  'paragraph',
  'space',
  'strong',
  'table',
  'text',
]);

/** Without extensions the parser makes no other tokens; its types allow for them. */
export function known(tokens: readonly Token[]): readonly MarkedToken[] {
  return tokens.filter((token): token is MarkedToken => types.has(token.type));
}

export type { MarkedOptions as LexerOptions, MarkedToken, Tokens };
