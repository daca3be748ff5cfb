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

const WITHOUT_WORDS = /^(image|tool_reference|search_result|resource_link|input_image|inputImage|encrypted_content)$/;

/** A block of a content: its words; of a kind that nobody knows, the block itself. `wrap`: how that is written. */
export function blockText(block: unknown, wrap: (json: string) => string = (json) => json): string {
  if (typeof block === 'string') return block;
  const { type, text, source, content } = fields(block);
  if (typeof text === 'string' && /^(text|input_text|output_text|inputText)$/.test(String(type))) return text;
  if (type === 'search_result')
    return list(content)
      .map((one) => blockText(one))
      .join('');
  const { type: kind, data, url } = fields(source);
  const isFile = type === 'document' || type === 'file';
  if (isFile && ((word(data) !== undefined && kind !== 'text') || word(url) !== undefined)) return '';
  return WITHOUT_WORDS.test(String(type)) ? '' : wrap(JSON.stringify(block));
}

/** Whatever a result has. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (content === undefined || content === null) return '';
  return (Array.isArray(content) ? list(content) : [content]).map((block) => blockText(block)).join('');
}

/** In a response it is written as code. */
export function fenced(json: string): string {
  return `\`\`\`json\n${json}\n\`\`\``;
}

/** Arguments that leaked into the words of a response. */
export function isLeaked(text: string): boolean {
  const value = parsed(text);
  return typeof value === 'object' && value !== null;
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
  /** Results whose call has not arrived. */
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

  /** The first result of a call counts, whether it is before or after it. */
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
