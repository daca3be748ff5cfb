import type { Question, Request } from '@toolthread/core';
import { takesText } from './choice.ts';

const SECRET =
  /pass(?:word|phrase|code|wd)|secret|credential|api[ _-]?key|private[ _-]?key|access[ _-]?key|(?:access|auth|bearer|refresh|session|api|github|personal)[ _-]?token|seed phrase|recovery (?:code|phrase)|\b(?:pin|otp|cvv|cvc|ssn|iban)\b|card number/i;

/** A form must not ask for a secret (MCP says so); one that seems to, in its title or in a field, is answered with care. */
export function looksSecret({ kind, title }: Request, questions: readonly Question[]): boolean {
  const asked = questions.map(({ question }) => question);
  // Only a form's server writes its title, and what is chosen is no secret.
  const isWritten = kind === 'elicitation' && questions.some(takesText);
  return (isWritten && title !== undefined ? [title, ...asked] : asked).some(saysSecret);
}

/** Spaces that are not, and letters of another alphabet, would hide the word. */
function saysSecret(words: string): boolean {
  return SECRET.test(words.normalize('NFKC').replace(/[\p{DI}\p{M}]/gu, ''));
}
