/**
 * Whether the key goes into a field in which somebody writes: then no shortcut may take it.
 *
 * @example
 * const onKey = (event: KeyboardEvent): string => (isTyping(event) ? 'for the field' : 'for the page');
 * typeof onKey; //=> 'function'
 */
export function isTyping(event: KeyboardEvent): boolean {
  // The event's own target is no more than the element around a shadow root, and the field may be in it.
  const [target] = event.composedPath();
  // The button that attaches files is an input, too, and takes no letters.
  if (!(target instanceof HTMLElement) || target.matches('[type=file]')) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
