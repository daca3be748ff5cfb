/** Sessions in the shape of Claude Code's files, made for the tests. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Block = { readonly type: string; readonly [field: string]: unknown };

/** A writer of lines that chain and count as the real ones do. */
export class ClaudeSession {
  readonly lines: string[] = [];
  readonly #cwd: string;
  readonly #name: string;
  readonly #since: number;
  /** Blocks that follow each other are one response. */
  #response = 0;
  #speaking = false;

  /** `since`: when its records begin. */
  constructor(cwd = '/home/me/parser', name = 'main', since = 1_770_000_000_000) {
    this.#cwd = cwd;
    this.#name = name;
    this.#since = since;
  }

  user(text: string): this {
    return this.#record('user', { message: { role: 'user', content: text } });
  }

  says(text: string): this {
    return this.assistant({ type: 'text', text });
  }

  calls(id: string, name: string, input: object): this {
    return this.assistant({ type: 'tool_use', id, name, input });
  }

  assistant(block: Block): this {
    if (!this.#speaking) this.#response += 1;
    const usage = { input_tokens: 10, output_tokens: 50 };
    const id = `msg_${this.#name}_${this.#response}`;
    const message = { id, type: 'message', role: 'assistant', model: 'm-1', content: [block], usage };
    return this.#record('assistant', { message });
  }

  result(id: string, content: unknown, isError = false): this {
    const block = { type: 'tool_result', tool_use_id: id, content, is_error: isError };
    return this.#record('user', { message: { role: 'user', content: [block] } });
  }

  title(title: string): this {
    this.lines.push(JSON.stringify({ type: 'custom-title', customTitle: title, sessionId: 's-1' }));
    return this;
  }

  raw(line: string): this {
    this.lines.push(line);
    return this;
  }

  get text(): string {
    return `${this.lines.join('\n')}\n`;
  }

  write(...path: string[]): string {
    const file = join(...path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, this.text);
    return file;
  }

  #record(type: string, fields: object): this {
    const place = this.lines.length + 1;
    this.#speaking = type === 'assistant';
    this.lines.push(
      JSON.stringify({
        parentUuid: null,
        isSidechain: false,
        cwd: this.#cwd,
        sessionId: 's-1',
        version: '2.1.29',
        type,
        ...fields,
        uuid: `${this.#name}-${place}`,
        timestamp: new Date(this.#since + place * 1000).toISOString(),
      }),
    );
    return this;
  }
}

/** A question, two calls of which one fails, and the answer. */
export function smallSession(): ClaudeSession {
  return new ClaudeSession()
    .user('Upgrade the parser')
    .says('I look where it is used.')
    .calls('c1', 'Bash', { command: 'npm test' })
    .result('c1', 'Exit code 1\nFAIL test/lint\nsecond line', true)
    .calls('c2', 'Read', { file_path: 'package.json' })
    .result('c2', 'version 3')
    .says('The parser is at **version 3**.\n\n```ts\nparse(text);\n```')
    .title('Parser upgrade');
}

/** A person goes back after the first answer, and says something else. */
export function rewoundSession(): ClaudeSession {
  const session = new ClaudeSession('/home/me/loom', 'loom')
    .user('Weave it.')
    .says('Woven.')
    .user('Dye it.')
    .says('Dyed green.')
    .user('Wash it.')
    .says('Washed.');
  const follows = [null, 1, 2, 3, 2, 5].map((place) => (place === null ? 'null' : `"loom-${place}"`));
  const lines = session.lines.splice(0);
  for (const [place, line] of lines.entries())
    session.raw(line.replace('"parentUuid":null', `"parentUuid":${follows[place]}`));
  return session;
}
