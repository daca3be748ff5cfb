/**
 * A second reading of transcripts, by other code than the readers': it says of every word, call and result of a file where
 * it must appear, and in which order. It shares nothing with the readers but the file.
 */
export interface Token {
  /** The child run it belongs to; empty for the session's own. */
  readonly lane: string;
  readonly kind: 'user' | 'words' | 'reasoning' | 'call' | 'summary';
  /** The words; of a call, its name and its arguments as JSON. */
  readonly text: string;
  /** Of a call: what it gave, where the file has it. */
  readonly result?: string | undefined;
}

/** What is foreign: any field of it may be anything. */
export type Fields = { readonly [name: string]: unknown };

export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function word(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The texts in a list of blocks, or the text itself. */
export function texts(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((block) => (typeof block === 'string' ? block : (word(fields(block)['text']) ?? '')))
    .join('');
}

/** `callText('Bash', { command: 'ls' })`: arguments that are JSON are compared as JSON. */
export function callText(name: unknown, input: unknown): string {
  return `${String(name)} ${canonical(typeof input === 'string' ? parsed(input) : (input ?? {}))}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function canonical(value: unknown): string {
  return JSON.stringify(value);
}

/** Tokens by lane, in their order; blank ones are never seen. */
export class Tokens {
  readonly all: Token[] = [];
  /** Results whose call has not come. */
  readonly #early = new Map<string, string>();
  /** The last call of each id: ids are used again. */
  readonly #calls = new Map<string, number>();

  say(kind: Token['kind'], text: string, lane = ''): void {
    if (text.trim() !== '') this.all.push({ lane, kind, text });
  }

  call(id: string | undefined, text: string, lane = ''): void {
    const result = id === undefined ? undefined : this.#early.get(id);
    if (id !== undefined) this.#calls.set(id, this.all.length);
    if (id !== undefined) this.#early.delete(id);
    this.all.push({ lane, kind: 'call', text, result });
  }

  /** The first result of a call counts, whether it stands before or after it. */
  result(id: string, text: string): void {
    const at = this.#calls.get(id);
    const token = at === undefined ? undefined : this.all[at];
    if (at === undefined || token === undefined) {
      if (!this.#early.has(id)) this.#early.set(id, text);
    } else if (token.result === undefined) this.all[at] = { ...token, result: text };
  }

  /** The session went back: only the first `count` tokens count. */
  cut(count: number): void {
    this.all.length = count;
  }
}
