/** What a server-sent event says. Names of events are not used here, and neither are reconnection times. */
export interface StreamMessage {
  readonly id: string | undefined;
  readonly data: string;
}

/**
 * Reads the text of an event stream, cut anywhere: lines end with LF, CR or CRLF, an empty line ends a message, a line
 * that begins with a colon is a comment.
 *
 * `const parser = new EventStreamParser(); parser.push('data: 1\n\n')`
 */
export class EventStreamParser {
  #begun = false;
  /** The last character was CR: an LF that follows belongs to it. */
  #afterReturn = false;
  /** The line so far, in the pieces it came in: a long one costs no more than its length. */
  #line: string[] = [];
  #id: string | undefined;
  #data: string[] = [];
  readonly #onComment: ((text: string) => void) | undefined;

  constructor(onComment?: (text: string) => void) {
    this.#onComment = onComment;
  }

  push(text: string): StreamMessage[] {
    const messages: StreamMessage[] = [];
    let start = 0;
    if (!this.#begun && text !== '') {
      this.#begun = true;
      if (text.startsWith('\uFEFF')) start = 1;
    }
    if (this.#afterReturn && text !== '') {
      this.#afterReturn = false;
      if (text.startsWith('\n')) start = 1;
    }
    for (;;) {
      const end = lineEnd(text, start);
      if (end === -1) break;
      this.#line.push(text.slice(start, end));
      const message = this.#endLine();
      if (message !== undefined) messages.push(message);
      start = end + 1;
      if (text[end] !== '\r') continue;
      if (start === text.length) this.#afterReturn = true;
      else if (text[start] === '\n') start += 1;
    }
    if (start < text.length) this.#line.push(text.slice(start));
    return messages;
  }

  #endLine(): StreamMessage | undefined {
    const line = this.#line.join('');
    this.#line = [];
    if (line === '') return this.#endMessage();
    const colon = line.indexOf(':');
    if (colon === 0) {
      this.#onComment?.(line.slice(1).trim());
      return undefined;
    }
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') this.#data.push(value);
    if (name === 'id' && !value.includes('\0')) this.#id = value;
    return undefined;
  }

  #endMessage(): StreamMessage | undefined {
    if (this.#data.length === 0) return undefined;
    const message = { id: this.#id, data: this.#data.join('\n') };
    this.#data = [];
    return message;
  }
}

/** `indexOf` runs at the speed of memory; CR hardly ever comes, so looking for both is as good as for one. */
function lineEnd(text: string, start: number): number {
  const feed = text.indexOf('\n', start);
  const before = text.slice(start, feed === -1 ? undefined : feed).indexOf('\r');
  return before === -1 ? feed : start + before;
}
