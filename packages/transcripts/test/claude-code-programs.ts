import { ClaudeCodeRecords, text, toolUse } from './claude-code-records.ts';

/** Several programs write into one session of Claude Code: each follows its own last record. */
export class Programs {
  readonly lines: string[] = [];
  readonly #make = new ClaudeCodeRecords();
  /** The lines on the way to where each program is. */
  readonly #ways: string[][];

  constructor(count: number) {
    this.#ways = Array.from({ length: count }, () => []);
    this.asks(0, 'Weave.').answers(0, 'Woven.');
    for (const way of this.#ways.slice(1)) way.push(...this.lines);
  }

  /** What the person in front of each sees. */
  get ways(): readonly (readonly string[])[] {
    return this.#ways;
  }

  /** Where the person in front of it can go back to: before their own words. */
  placesOf(program: number): readonly (string | null)[] {
    const records = (this.#ways[program] ?? []).map((line) => JSON.parse(line));
    return records
      .filter(
        ({ type, message, isCompactSummary }) =>
          type === 'user' && typeof message.content === 'string' && !isCompactSummary,
      )
      .map(({ parentUuid }) => parentUuid);
  }

  asks(program: number, words: string): this {
    return this.#write(program, this.#make.user(words, this.#follows(program)));
  }

  /** It asks, and is answered. */
  turn(program: number, asked: string, answered: string): this {
    return this.asks(program, asked).answers(program, answered);
  }

  calls(program: number, id: string): this {
    return this.#write(program, this.#response(program, toolUse(id)));
  }

  answers(program: number, words: string): this {
    return this.#write(program, this.#response(program, text(words)));
  }

  result(program: number, id: string, words: string): this {
    return this.#write(program, this.#make.result(id, words, this.#follows(program)));
  }

  /** The person in front of it goes back to that record. */
  goesBack(program: number, record: string | null): this {
    const way = this.#ways[program] ?? [];
    const at = way.findIndex((line) => uuidOf(line) === record);
    // To one of another program's: it joins there.
    if (at === -1 && record !== null)
      way.push(...this.lines.slice(way.length).filter((line) => uuidOf(line) === record));
    else way.splice(at + 1);
    return this;
  }

  compacts(program: number, summary: string): this {
    const { parentUuid, uuid } = this.#follows(program);
    const boundary = { uuid, parentUuid: null, logicalParentUuid: parentUuid, subtype: 'compact_boundary' };
    this.#write(program, this.#make.record('system', boundary));
    return this.#write(program, this.#make.user(summary, { ...this.#follows(program), isCompactSummary: true }));
  }

  /** It ends, and begins again with all that it knows: from the last compaction on. */
  resumes(program: number, atTheSameTime: boolean): this {
    const way = this.#ways[program] ?? [];
    const from = Math.max(
      0,
      way.findLastIndex((line) => line.includes('compact_boundary')),
    );
    const copies = new Map<string, string>();
    for (const line of way.splice(from)) {
      const { uuid, parentUuid, timestamp, type, ...more } = JSON.parse(line);
      const known = copies.get(parentUuid) ?? parentUuid;
      copies.set(uuid, this.next);
      const time = atTheSameTime ? { timestamp } : {};
      this.#write(program, this.#make.record(type, { ...more, uuid: this.next, parentUuid: known, ...time }));
    }
    return this;
  }

  get next(): string {
    return `r${this.lines.length + 1}`;
  }

  #follows(program: number): { readonly uuid: string; readonly parentUuid: string | null } {
    const last = this.#ways[program]?.at(-1);
    return { uuid: this.next, parentUuid: last === undefined ? null : uuidOf(last) };
  }

  #response(program: number, block: object): string {
    const message = { id: `m${this.next}`, role: 'assistant', model: 'm', content: [block] };
    return this.#make.record('assistant', { ...this.#follows(program), message });
  }

  #write(program: number, line: string): this {
    this.#ways[program]?.push(line);
    this.lines.push(line);
    return this;
  }
}

function uuidOf(line: string): string {
  return JSON.parse(line).uuid;
}
