/** What the reader must remember of a session: its responses, which calls spawned which agents, and what was asked of a person. */
import { childScope } from '@toolthread/core';
import type { ThreadSource } from '@toolthread/core/events';
import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { TextNumbers } from '../records/text-numbers.ts';
import { timeOf } from '../records/time-of.ts';
import { hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import type { ImportWriter } from '../thread/import-writer.ts';
import { ThreadWriter } from '../thread/thread-writer.ts';
import { ToldTurns } from '../thread/told-turns.ts';
import type { LateLines } from '../thread/told-turns.ts';
import type { SessionOutputs } from '../transcript/format-reader.ts';
import { Blocks } from './blocks.ts';
import { Branches } from './branches.ts';
import { Counts } from './counts.ts';
import { Responses } from './responses.ts';
import type { Response } from './responses.ts';
import type { TaskNotification } from './task-notification.ts';
import { Tasks } from './tasks.ts';
import { Titles } from './titles.ts';
import { ToldHistory } from './told-history.ts';

const UNANSWERED = 0;
const ANSWERED = 1;

export class Session {
  readonly thread: ThreadWriter;
  readonly told: ToldTurns;
  readonly tasks: Tasks;
  readonly outputs: SessionOutputs | undefined;
  /** Outputs that the record names and that are not read: why. */
  readonly leftOut: string[] = [];
  readonly titles: Titles = new Titles((uuid) => this.#seen.has(uuid) && this.branches.countsRecord(uuid));
  readonly blocks: Blocks = new Blocks();
  readonly history: ToldHistory = new ToldHistory(this.blocks);
  readonly branches: Branches = new Branches(({ uuid }) => this.#seen.has(textOf(uuid) ?? ''));
  readonly counts: Counts = new Counts();
  /** Agents that calls started, each with its call. */
  readonly agentCalls: Map<string, string> = new Map();
  readonly #seen = new TextNumbers();
  readonly #responses: Responses;
  /** Calls by the prompt that they give to an agent: its run begins with it. */
  readonly #spawning = new Map<string, string[]>();
  /** What a call that spawns an agent says it is for. */
  readonly #childNames = new Map<string, string>();
  readonly #sidechains = new Map<string, string>();
  /** The sidechain that was last at work, and results that came before the record of their call, by its id. */
  #lastRun: string | undefined;
  readonly #early = new Map<string, string>();
  readonly #notifications = new TextNumbers();
  /** Whether the newest call of an id has its result. */
  readonly #answered = new TextNumbers();
  #records = 0;
  #source: ThreadSource = { format: 'claude-code' };
  /** The agent whose own file it is, where it is no session's. */
  #own: string | undefined;
  #isHomeless = false;

  constructor(writer: ImportWriter, outputs: SessionOutputs | undefined, lines: LateLines) {
    this.thread = new ThreadWriter(writer);
    this.#responses = new Responses((step) => this.thread.openStep(step.scope) === step);
    const { branches } = this;
    this.told = new ToldTurns(this.thread, {
      counts: (turn) => branches.counts(turn),
      begin: (turn, to) => branches.begin(turn, to),
      ...lines,
    });
    this.tasks = new Tasks(this.thread);
    this.outputs = outputs;
  }

  get place(): number {
    return this.#records;
  }

  begin(record: JsonFields, type: string): void {
    this.#records += 1;
    this.thread.moveTo(timeOf(record['timestamp']));
    const folder = textOf(record['cwd']);
    if (this.#isHomeless && folder !== undefined) this.#createAt(folder);
    this.counts.record(type, textOf(record['version']));
    if (record['isSidechain'] === true) this.counts.plain.sidechainRecords += 1;
  }

  /** By the first records up to one that names its folder: snapshots and summaries, which often come first, name none. */
  create(first: readonly JsonFields[]): void {
    const found = (name: string): string | undefined =>
      first.map((record) => textOf(record[name])).find((text) => text !== undefined);
    const session = found('sessionId');
    const last = first.at(-1) ?? {};
    this.#own = last['isSidechain'] === true ? textOf(last['agentId']) : undefined;
    if (session !== undefined)
      this.#source = {
        ...this.#source,
        ...(this.#own === undefined ? { session } : { session: this.#own, parent: session }),
      };
    this.thread.moveTo(timeOf(found('timestamp')));
    this.#createAt(found('cwd'));
  }

  /** A file may name its folder only after its first words: then the thread is told once more, with it. */
  #createAt(folder: string | undefined): void {
    this.#isHomeless = folder === undefined;
    this.thread.create(this.#source, folder);
  }

  /** A session that was continued copies its prefix into a new file: the same records again. One with other words is a record of its own, whatever its uuid. */
  isRepeat(record: JsonFields): boolean {
    const uuid = textOf(record['uuid']);
    if (uuid === undefined) return false;
    const words = this.blocks.wordsOf(record);
    const first = this.#seen.getOrSet(uuid, words);
    if (first === undefined) return false;
    return first === words || !this.#seen.add(JSON.stringify([uuid, words]));
  }

  /** The turn of a record of a branch that was left, or of an agent that such a branch started. */
  leftBy(record: JsonFields): number | 'unknown' | undefined {
    const call = this.agentCalls.get(textOf(record['agentId']) ?? '');
    if (call === undefined || !this.thread.calls.isTakenBack(call)) return this.branches.leftBy(record);
    const owner = this.thread.calls.ownerOf(call);
    return (owner === undefined ? undefined : this.told.turnOf(owner.scope, owner.step)) ?? 'unknown';
  }

  /** Whose record it is: the session's own agent's, or a child run's. */
  scopeOf(record: JsonFields): string | undefined {
    const agent = textOf(record['agentId']);
    if (agent !== undefined && agent === this.#own) return undefined;
    if (agent !== undefined) return this.#openChild(record, agent);
    if (record['isSidechain'] !== true) return undefined;
    const uuid = textOf(record['uuid']) ?? '';
    const parent = textOf(record['parentUuid']) ?? '';
    const root = this.#sidechains.get(parent);
    this.#sidechains.set(uuid, root ?? uuid);
    // A result before its call: what follows it is of the run that the call turns out to be in.
    const early = this.#early.get(uuid);
    if (early !== undefined) this.#sidechains.set(early, root ?? uuid);
    if (root === undefined && this.#lastRun !== undefined && hasResult(record)) {
      this.#early.set(parent, uuid);
      return childScope(this.#lastRun);
    }
    this.#lastRun = root ?? uuid;
    return this.#openChild(record, this.#lastRun);
  }

  #openChild(record: JsonFields, agent: string): string {
    const scope = childScope(agent);
    if (this.thread.hasChild(scope)) return scope;
    const call = this.agentCalls.get(agent) ?? this.#callWith(promptIn(record));
    if (call !== undefined) this.linkAgent(agent, call);
    const name = call === undefined ? undefined : this.#childNames.get(call);
    this.thread.openChild(scope, name ?? agent, call);
    return scope;
  }

  /** Of several calls with one prompt, the first whose agent is not known. */
  #callWith(prompt: string): string | undefined {
    const calls = this.#spawning.get(prompt) ?? [];
    const linked = new Set(calls.length > 1 ? this.agentCalls.values() : []);
    return calls.find((call) => !linked.has(call)) ?? calls.at(-1);
  }

  /** The same in words, if a file has no more. Other tools may give words like these. */
  linkInWords(agent: string, call: string): void {
    const isSpawning = [...this.#spawning.values()].some((calls) => calls.includes(call));
    if (isSpawning && !this.agentCalls.has(agent)) this.linkAgent(agent, call);
  }

  /** The agent was started by that call, as a result, a progress record or a file beside the transcript says. */
  linkAgent(agent: string, call: string): void {
    this.agentCalls.set(agent, call);
  }

  linkProgress(record: JsonFields): void {
    const data = fieldsOf(record['data']);
    const agent = textOf(data['agentId']);
    const call = textOf(record['parentToolUseID']);
    if (agent !== undefined && call !== undefined) this.linkAgent(agent, call);
  }

  response(id: string, scope: string | undefined): Response {
    const known = this.#responses.find(id, scope);
    if (known === undefined) return this.#responses.begin(id, this.thread.startStep(scope));
    this.thread.renumber(known.step);
    return known;
  }

  /** Told to the screen and to the model, mostly both: it is shown once, where it comes first. */
  notify({ text, ends }: TaskNotification, raw: string, scope: string | undefined): Fate {
    for (const end of ends) this.tasks.end(end);
    if (!this.#notifications.add(raw)) return hidden('repeated-notification');
    this.thread.post([{ type: 'text', text }], { author: 'background task', scope });
    return SHOWN;
  }

  /** Of the newest call of that id, or of each of those that have it in one response: the first result counts. */
  isFirstResult(call: string): boolean {
    const isFirst = this.#answered.get(call) !== ANSWERED || this.thread.calls.isOpen(call);
    this.#answered.set(call, ANSWERED);
    return isFirst;
  }

  /** An id may be used again: then the results that follow are the new call's. One that came before any call is this one's. */
  called(call: string, input: JsonFields): void {
    if (this.thread.calls.has(call)) this.#answered.set(call, UNANSWERED);
    const prompt = textOf(input['prompt']);
    if (prompt === undefined) return;
    const name = textOf(input['description']);
    if (name !== undefined) this.#childNames.set(call, name);
    const calls = this.#spawning.get(prompt);
    if (calls === undefined) this.#spawning.set(prompt, [call]);
    else calls.push(call);
  }

  endFile(): void {
    this.thread.closeSteps();
  }

  end(): void {
    this.endFile();
    this.thread.name(this.titles.best);
    this.thread.close();
  }
}

/** The words of a record that has nothing else. */
function promptIn(record: JsonFields): string {
  const { content } = fieldsOf(record['message']);
  return (
    textOf(content) ??
    listOf(content)
      .map((block) => textOf(fieldsOf(block)['text']) ?? '')
      .join('\n')
  );
}

function hasResult(record: JsonFields): boolean {
  const { content } = fieldsOf(record['message']);
  return listOf(content).some((block) => fieldsOf(block)['type'] === 'tool_result');
}
