/** From a segment to tokens. The one place that knows `marked`. */
import { Lexer } from 'marked';
import type { Links, MarkedToken, Token, Tokens } from 'marked';
import type { Segment } from './segments.ts';

/** Beyond this a segment is one line that nobody cut: drawn as it is. */
const PARSE_LIMIT = 12_288;
const EMPHASIS_LIMIT = 1_000;

export type Parsed =
  | { readonly kind: 'tokens'; readonly tokens: readonly MarkedToken[] }
  | { readonly kind: 'plain'; readonly text: string };

/** Tokens, or the plain text where it is too long, too deep or too odd to parse in bounded time. Never throws. */
export function parseSegment(segment: Segment, definitions: Definitions): Parsed {
  const plain: Parsed = { kind: 'plain', text: segment.text };
  if (segment.text.length > PARSE_LIMIT || isCostly(segment.text)) return plain;
  try {
    const lexer = new Lexer({ gfm: true });
    Object.assign(lexer.tokens.links, definitions);
    return { kind: 'tokens', tokens: known(lexer.lex(segment.head + segment.text)) };
  } catch {
    return plain;
  }
}

export type Definitions = Links;
export const noDefinitions: Definitions = {};

/** Quotes, brackets and emphasis inside each other cost the parser more than their length. */
export function isCostly(text: string): boolean {
  const ruled = text.replace(/[-*_=]+$/gm, '');
  return (
    /^(?:[ \t]*>){24}/m.test(text) || /[[*_~<`]{24}/.test(ruled) || (ruled.match(/[*_]/g)?.length ?? 0) > EMPHASIS_LIMIT
  );
}

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

export type { MarkedToken, Tokens };
