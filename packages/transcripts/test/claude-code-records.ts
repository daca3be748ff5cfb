/** Records of a Claude Code session, with only what a test is about. */
const START = Date.UTC(2026, 0, 1);

/** Each record a second after the one before it, in the order they are made. */
export class ClaudeCodeRecords {
  #made = 0;

  record(type: string, fields: object = {}): string {
    this.#made += 1;
    const timestamp = new Date(START + this.#made * 1000).toISOString();
    const own = { parentUuid: `u${this.#made - 1}`, isSidechain: false, cwd: '/loom', sessionId: 's' };
    return JSON.stringify({ ...own, type, uuid: `u${this.#made}`, timestamp, ...fields });
  }

  user(content: unknown, more: object = {}): string {
    return this.record('user', { message: { role: 'user', content }, ...more });
  }

  assistant(id: string, ...content: object[]): string {
    return this.record('assistant', { message: { id, role: 'assistant', model: 'm', content } });
  }

  /** Words, and the answer in one message of this id. */
  turn(words: string, id: string, answer: string, more: object = {}): readonly string[] {
    return [this.user(words, more), this.assistant(id, text(answer))];
  }

  result(call: string, content: unknown, more: object = {}): string {
    return this.user([{ type: 'tool_result', tool_use_id: call, content }], more);
  }
}

export function text(words: string): object {
  return { type: 'text', text: words };
}

export function thinking(words: string): object {
  return { type: 'thinking', thinking: words, signature: `signed ${words}` };
}

export function toolUse(id: string, name = 'Bash', input: object = {}): object {
  return { type: 'tool_use', id, name, input };
}
