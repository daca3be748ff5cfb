const REDACTED = '[redacted]';

interface Redacted {
  readonly text: string;
  /** How far the last secret reaches beyond what was taken. */
  readonly marked: number;
}

/**
 * The first `length` units, with a mark in the place of each secret that begins there; secrets that overlap have one mark.
 * The first `marked` units belong to a mark that was made before.
 */
export function redactUpTo(whole: string, length: number, forms: readonly string[], marked: number): Redacted {
  let text = '';
  let at = marked;
  for (const { start, end } of secretsIn(whole, forms)) {
    if (start >= length) break;
    if (start >= at) text += whole.slice(at, start) + REDACTED;
    at = Math.max(at, end);
  }
  return { text: text + whole.slice(at, Math.max(at, length)), marked: Math.max(0, at - length) };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** In the order of their beginnings; they may overlap. */
function secretsIn(text: string, forms: readonly string[]): readonly Span[] {
  const spans: Span[] = [];
  for (const form of forms) {
    for (let start = text.indexOf(form); start !== -1; start = text.indexOf(form, start + 1)) {
      spans.push({ start, end: start + form.length });
    }
  }
  return spans.sort((a, b) => a.start - b.start);
}
