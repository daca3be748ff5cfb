export interface Span {
  readonly start: number;
  readonly end: number;
  /** Its closing brace was found. */
  readonly closed: boolean;
}

/** The objects that are side by side on a line, found by their braces outside strings. One pass. */
export function objectSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === BACKSLASH) index += 1;
      else if (char === QUOTE) inString = false;
      continue;
    }
    if (char === QUOTE && depth > 0) inString = true;
    if (char === OPEN) {
      if (depth === 0) start = index;
      depth += 1;
    }
    if (char === CLOSE && depth > 0) {
      depth -= 1;
      if (depth === 0) spans.push({ start, end: index + 1, closed: true });
    }
  }
  if (depth > 0) spans.push({ start, end: text.length, closed: false });
  return spans;
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;
