import type { Question } from '@toolthread/core';

const SECRET =
  /pass(?:word|phrase|code|wd)|secret|credential|api[ _-]?key|private[ _-]?key|access[ _-]?key|(?:access|auth|bearer|refresh|session|api|github|personal)[ _-]?token|seed phrase|recovery (?:code|phrase)|\b(?:pin|otp|cvv|cvc|ssn|iban)\b|card number/i;

/** A form must not ask for a secret (MCP says so); one that seems to is answered with care. `looksSecret({ question: 'API key' })` */
export function looksSecret({ question }: Question): boolean {
  // Spaces that are not, and letters of another alphabet, would hide the word.
  return SECRET.test(question.normalize('NFKC').replace(/[\p{DI}\p{M}]/gu, ''));
}
