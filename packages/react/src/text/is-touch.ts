/** Fingers: their Enter makes a line, as everywhere on a phone. */
export function isTouch(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(hover: none) and (pointer: coarse)').matches;
}
