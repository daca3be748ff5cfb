/** What the reader must remember of a session: its open responses, whose calls are whose, and who spawned whom. */
import { childScope } from '@toolthread/core';
import type { EventDraft, Question, Usage } from '@toolthread/core';
import { fieldsOf, numberOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { timeOf } from '../records/time-of.ts';
import type { ImportWriter } from '../thread/import-writer.ts';
import type { SessionOutputs } from '../transcript/format-reader.ts';
import { scoped } from '../thread/thread-writer.ts';
import { Counts } from './counts.ts';
import { Titles } from './titles.ts';

/** One response of the model: its lines share `message.id`, and need not stand together. */
export interface Response {
  readonly scope: string | undefined;
  readonly step: number;
  parts: number;
  calls: number;
  /** Texts and, after a zero, ids of calls that were taken: older files repeat them in growing snapshots. */
  readonly taken: Set<string>;
  /** As the last line had it: read when the response ends. */
  usage: JsonFields | undefined;
  finish: string | undefined;
  open: boolean;
}

export class Session {
  readonly writer: ImportWriter;
  readonly outputs: SessionOutputs | undefined;
  readonly titles: Titles = new Titles();
  readonly counts: Counts = new Counts();
  readonly #seen = new Set<string>();
  readonly #responses = new Map<string, Response>();
  readonly #current = new Map<string, Response>();
  readonly #steps = new Map<string, number>();
  readonly #owners = new Map<string, Response>();
  /** Prompts of calls that spawn an agent, to know an inline sidechain by its first words. */
  readonly #prompts = new Map<string, { readonly call: string; readonly owner: Response }>();
  /** What a call that spawns an agent says it is for. */
  readonly #childNames = new Map<string, string>();
  readonly #agentCalls = new Map<string, string>();
  readonly #scopes = new Set<string>();
  /** Calls that ask a person something. */
  readonly asks: Map<string, readonly Question[]> = new Map();
  readonly #sidechains = new Map<string, string>();
  #records = 0;
  #at: number | undefined;

  constructor(writer: ImportWriter, outputs: SessionOutputs | undefined) {
    this.writer = writer;
    this.outputs = outputs;
  }

  get place(): number {
    return this.#records;
  }

  begin(record: JsonFields, type: string): void {
    this.#records += 1;
    this.#at = timeOf(record['timestamp']);
    this.counts.record(type, textOf(record['version']));
    if (record['isSidechain'] === true) this.counts.plain.sidechainRecords += 1;
    if (this.#records === 1) this.#create(record);
  }

  #create(record: JsonFields): void {
    const session = textOf(record['sessionId']);
    const workspace = textOf(record['cwd']);
    this.write({
      type: 'thread.created',
      source: session === undefined ? { format: 'claude-code' } : { format: 'claude-code', session },
      ...(workspace === undefined ? {} : { workspace }),
    });
  }

  /** At the time of the record that is being read. */
  write(draft: EventDraft): void {
    this.writer.write(draft, this.#at);
  }

  /** A resumed session copies its prefix into a new file: the same records again. */
  isRepeat(uuid: string): boolean {
    const known = this.#seen.size;
    return this.#seen.add(uuid).size === known;
  }

  /** Whose record it is: the session's own agent, or a child run. */
  scopeOf(record: JsonFields): string | undefined {
    const agent = textOf(record['agentId']);
    if (agent !== undefined) return this.openChild(record, agent);
    if (record['isSidechain'] !== true) return undefined;
    const uuid = textOf(record['uuid']) ?? '';
    const root = this.#sidechains.get(textOf(record['parentUuid']) ?? '') ?? uuid;
    this.#sidechains.set(uuid, root);
    return this.openChild(record, root);
  }

  openChild(record: JsonFields, agent: string): string {
    const scope = childScope(agent);
    if (this.#scopes.has(scope)) return scope;
    this.#scopes.add(scope);
    const prompt = textOf(fieldsOf(record['message'])['content']) ?? '';
    const spawned = this.#prompts.get(prompt);
    const call = this.#agentCalls.get(agent) ?? spawned?.call;
    const owner = call === undefined ? undefined : this.#owners.get(call);
    const parent = call === undefined || owner === undefined ? {} : { parent: parentOf(call, owner) };
    const name = (call === undefined ? undefined : this.#childNames.get(call)) ?? agent;
    this.write({ type: 'scope.opened', scope, kind: 'child', name, ...parent });
    return scope;
  }

  /** A child's file may be read after, or its result may name it: then its run hangs under that call. */
  linkAgent(agent: string, call: string): void {
    this.#agentCalls.set(agent, call);
  }

  linkProgress(record: JsonFields): void {
    const data = fieldsOf(record['data']);
    const agent = textOf(data['agentId']);
    const call = textOf(record['parentToolUseID']);
    if (agent !== undefined && call !== undefined) this.linkAgent(agent, call);
  }

  response(id: string, scope: string | undefined): Response {
    const known = this.#responses.get(id);
    if (known !== undefined) return known;
    this.closeResponse(scope);
    const key = scope ?? '';
    const step = (this.#steps.get(key) ?? 0) + 1;
    this.#steps.set(key, step);
    const fresh: Response = {
      scope,
      step,
      parts: 0,
      calls: 0,
      taken: new Set(),
      usage: undefined,
      finish: undefined,
      open: true,
    };
    this.#responses.set(id, fresh);
    this.#current.set(key, fresh);
    this.write({ type: 'agent.step.started', step, ...scoped(scope) });
    return fresh;
  }

  /** The next response, or a person, ended the scope's open one. */
  closeResponse(scope: string | undefined): void {
    const current = this.#current.get(scope ?? '');
    if (current?.open !== true) return;
    current.open = false;
    const { step } = current;
    const usage = usageOf(current.usage ?? {});
    const finish = finishReason(current);
    this.write({
      type: 'agent.step.completed',
      step,
      finish_reason: finish,
      ...(usage === undefined ? {} : { usage }),
      ...scoped(scope),
    });
  }

  /** It was ended by a record of its own. */
  dropCurrent(scope: string | undefined): void {
    const current = this.#current.get(scope ?? '');
    if (current !== undefined) current.open = false;
  }

  called(call: string, owner: Response, input: JsonFields): void {
    this.#owners.set(call, owner);
    const prompt = textOf(input['prompt']);
    const name = textOf(input['description']);
    if (name !== undefined && prompt !== undefined) this.#childNames.set(call, name);
    if (prompt !== undefined) this.#prompts.set(prompt, { call, owner });
  }

  ownerOf(call: string): Response | undefined {
    return this.#owners.get(call);
  }

  closeResponses(): void {
    this.#at = undefined;
    for (const scope of this.#current.keys()) this.closeResponse(scope === '' ? undefined : scope);
  }

  close(): void {
    this.closeResponses();
    const title = this.titles.best;
    if (title !== undefined) this.writer.write({ type: 'thread.renamed', title });
    this.writer.write({ type: 'thread.closed' });
  }
}

function parentOf(call: string, owner: Response): { call: string; step: number; scope?: string } {
  return { call, step: owner.step, ...scoped(owner.scope) };
}

function finishReason({
  finish,
  calls,
}: Response): 'stop' | 'tool_calls' | 'length' | 'refusal' | 'pause' | 'error' | 'aborted' {
  switch (finish ?? '') {
    case 'max_tokens':
      return 'length';
    case 'refusal':
      return 'refusal';
    case 'pause_turn':
      return 'pause';
    case 'api_error':
      return 'error';
    case 'aborted':
      return 'aborted';
    default:
      return calls > 0 ? 'tool_calls' : 'stop';
  }
}

function usageOf(value: JsonFields): Usage | undefined {
  const input = numberOf(value['input_tokens']);
  const output = numberOf(value['output_tokens']);
  if (input === undefined || output === undefined) return undefined;
  const read = numberOf(value['cache_read_input_tokens']);
  const write = numberOf(value['cache_creation_input_tokens']);
  return {
    input_tokens: input,
    output_tokens: output,
    ...(read === undefined ? {} : { cache_read_tokens: read }),
    ...(write === undefined ? {} : { cache_write_tokens: write }),
  };
}
