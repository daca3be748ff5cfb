export const HAS_NUL = 'It contains a NUL character, which no command or path can.';

/** To the system a text ends at its first NUL. */
export function hasNoNul(text: string): boolean {
  return !text.includes('\0');
}
