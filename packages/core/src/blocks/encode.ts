/**
 * How text is inside a block, and how it comes out again. Encoded text has no `<`, so that nothing a model or a tool
 * says can close a block or forge one; `@` is followed by a zero-width space, so that nobody is mentioned ([L7]).
 */
import { compactText } from '../text/compact-text.ts';

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#x27;'],
  ['@', '@\u200b'],
  // In a name only: there they would end the name, or the call.
  ['(', '&#40;'],
  ['\n', '&#10;'],
  ['\r', '&#13;'],
]);
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ...[...ENTITIES].map(([character, entity]): [string, string] => [entity, character]),
  ['&#39;', "'"],
]);

/** `encode('<a href="@x">')` has no `<` and no mention; `decode` gives it back. */
export function encode(text: string): string {
  return text.replace(/[&<>"'@]/g, entityOf);
}

/** A tool's name or a call's id: it ends at `(` or at the quote, and holds no line break. A foreign one may be no string. */
export function encodeName(name: string): string {
  return compactText(name).replace(/[&<>"'@(\n\r]/g, entityOf);
}

/** `decode(encode(text)) === text`, and of `encodeName` too. */
export function decode(text: string): string {
  return text.replace(
    /&(?:amp|lt|gt|quot|#x27|#39|#40|#10|#13);|@\u200b/g,
    (entity) => CHARACTERS.get(entity) ?? entity,
  );
}

function entityOf(character: string): string {
  return ENTITIES.get(character) ?? character;
}
