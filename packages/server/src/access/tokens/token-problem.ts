/** Shorter than this, or of fewer different characters, a secret is guessed. */
export const TOKEN_LENGTH = 16;
const CHARACTERS = 8;

export function isStrong(token: string): boolean {
  return token.length >= TOKEN_LENGTH && new Set(token).size >= CHARACTERS;
}

/**
 * Why no request could ever carry this token; undefined if one can.
 *
 * @example
 * tokenProblem('a-long-secret'); //=> undefined
 * tokenProblem('two words') === undefined; //=> false
 */
export function tokenProblem(token: string): string | undefined {
  if (token === '') return 'The server needs a token, on every address.';
  // What a header carries unchanged, between two spaces.
  if (!/[^\x21-\x7e]/.test(token)) return undefined;
  return 'The token has characters that no request can carry. Use ASCII letters, digits and punctuation, without spaces.';
}
