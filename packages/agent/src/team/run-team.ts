/** Several agents in one thread: own contexts, one chat, one ledger. Like a single run it holds nothing that the ledger does not. */
import { isAtWork, memberScope, openRunId, scopeKey, TEAM_SCOPE } from '@toolthread/core';
import { nextStepOf } from '@toolthread/core/queries';
import type { EventDraft, RunStatus, ThreadState } from '@toolthread/core';
import { changedWorkspace } from '../changes/changed-workspace.ts';
import { hasWork } from '../state/has-work.ts';
import { ThreadLedger } from '../run/thread-ledger.ts';
import { failureOf } from '../state/failure-of.ts';
import { stepOf } from '../state/open-calls.ts';
import { performRun } from '../loop/run-agent.ts';
import { openRun } from '../run/run.ts';
import type { Equipment, RunEnd, RunOptions } from '../run/run.ts';
import { stopSignal } from '../run/stop-signal.ts';
import type { StopSignal } from '../run/stop-signal.ts';
import { hasEnded } from '../state/has-ended.ts';
import { statusDraft } from '../state/status-draft.ts';
import { holdWorkspace } from '../workspace/hold-workspace.ts';
import { withInstructions } from '../workspace/with-instructions.ts';
import type { Member } from './member.ts';
import { toldToGoOn } from './told-to-go-on.ts';

/** The members, who leads them, and what they share. */
export interface TeamOptions extends Omit<RunOptions, 'model' | 'tools' | 'system' | 'scope'> {
  readonly members: readonly Member[];
  /** The name of the member who writes the consensus. */
  readonly leader: string;
}

/**
 * Makes the members of a team work. A message wakes the members that it names, or all of them; they work at the same time. When all are
 * done and more than one took part, the leader writes the consensus in scope `team`. The thread's own scope says what state the team is in.
 *
 * @example
 * import { type Append, builtInMembers, policyByTool } from '@toolthread/agent';
 * import { foldAll } from '@toolthread/core';
 * import { scriptedModel } from '@toolthread/providers/scripted';
 * const events = exampleEvents.slice(0, 2);
 * let given = events.length;
 * const append: Append = async (drafts) => {
 *   for (const draft of drafts) events.push({ ...draft, v: 1, thread: 't1', seq: events.length + 1, at: 0 });
 *   return events.slice(given, (given = events.length));
 * };
 * const model = scriptedModel([[{ type: 'text', text: 'Only the linter.' }]], { speed: Infinity });
 * const { signal } = new AbortController();
 * const policy = policyByTool({}, 'ask');
 * const members = builtInMembers(model);
 * await runTeam({ thread: foldAll(events), append, members, leader: 'pm', policy, signal }); //=> { ended: 'completed' }
 */
export async function runTeam(options: TeamOptions): Promise<RunEnd> {
  const team = await openTeam(options);
  try {
    await team.begin();
    await team.work();
    return await team.end();
  } finally {
    team.close();
  }
}

const CONSENSUS =
  'You lead this team. Everybody has answered; their answers are in the chat. Write the consensus of the team for the user: what is agreed, who does what, and what is still open. Do not repeat the discussion.';

async function openTeam(options: TeamOptions): Promise<Team> {
  const ledger = new ThreadLedger(options.thread, options.append);
  await ledger.write([]);
  const id = options.run ?? openRunId(ledger.state) ?? `r${ledger.state.seq + 1}`;
  const instructions = await withInstructions(undefined, options.workspace ?? ledger.state.workspace);
  return new Team(options, ledger, id, instructions);
}

class Team {
  readonly #options: TeamOptions;
  readonly #ledger: ThreadLedger;
  readonly #id: string;
  readonly #instructions: string | undefined;
  readonly #stop: StopSignal;
  readonly #busy = new Map<string, Promise<unknown>>();
  readonly #unsubscribe: () => void;
  readonly #release: () => void;
  #wake: () => void = () => undefined;

  constructor(options: TeamOptions, ledger: ThreadLedger, id: string, instructions: string | undefined) {
    this.#options = options;
    this.#ledger = ledger;
    this.#id = id;
    this.#instructions = instructions;
    this.#stop = stopSignal(options.signal, ledger, undefined);
    this.#release = holdWorkspace(options.workspace ?? ledger.state.workspace);
    this.#unsubscribe = ledger.subscribe({
      onEvent: ({ type }) => {
        if (type === 'message.posted' || type === 'request.resolved') this.#wake();
      },
      onFailure: () => undefined,
    });
  }

  get #state(): ThreadState {
    return this.#ledger.state;
  }

  async begin(): Promise<void> {
    const own = this.#state.scopes.get(scopeKey(undefined));
    const open = isAtWork(own?.status);
    if (open && own?.stopRequested === true) this.#stop.abort();
    const scopes = [
      ...this.#options.members.map(({ name, showToolCalls }) => {
        const hides = showToolCalls === false ? { show_tool_calls: false } : {};
        return { scope: memberScope(name), kind: 'member', name, ...hides } as const;
      }),
      { scope: TEAM_SCOPE, kind: 'team', name: 'team' } as const,
    ].filter(({ scope }) => this.#state.scopes.get(scope)?.opened === undefined);
    const stopped = this.#stop.signal.aborted;
    const queued = open || stopped ? [] : [this.#status('queued')];
    const names = this.#options.members.map(({ name }) => name);
    const again = stopped ? [] : toldToGoOn(this.#state, names, this.#id).map((scope) => this.#status('queued', scope));
    await this.#write(
      ...queued,
      ...scopes.map((opened): EventDraft => ({ type: 'scope.opened', ...opened })),
      ...again,
    );
    if (!this.#stop.signal.aborted && own?.status !== 'running') await this.#write(this.#status('running'));
  }

  /** Until nobody has anything to do without a person. */
  async work(): Promise<void> {
    for (;;) {
      const heard = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      for (const member of this.#options.members) {
        if (!this.#busy.has(member.name) && this.#wants(member)) this.#start(member);
      }
      if (this.#busy.size > 0) {
        await Promise.race([heard, ...this.#busy.values()]);
        continue;
      }
      if (!this.#owesConsensus()) return;
      await this.#consensus();
    }
  }

  async end(): Promise<RunEnd> {
    const stopped = this.#stop.signal.aborted;
    const waits = this.#options.members.some(({ name }) => this.#statusOf(memberScope(name)) === 'awaiting_user');
    const failure = this.#failure();
    const ended = stopped ? 'cancelled' : waits ? 'awaiting_user' : failure !== undefined ? 'failed' : 'completed';
    const { workspace = this.#state.workspace, blobs, secrets } = this.#options;
    const kept = { workspace, blobs, secrets, state: () => this.#state };
    if (stopped) {
      // Members that were spoken to and had not begun are stopped too: otherwise they would begin at the next check for work.
      const scopes = this.#options.members.map(({ name }) => memberScope(name));
      const why = this.#state.scopes.get(scopeKey(undefined))?.stopReason;
      const idle = scopes.filter((scope) => hasWork(this.#state, scope));
      await this.#write(...idle.map((scope) => this.#status(ended, scope)), this.#status(ended, undefined, why));
      await this.#write(...(await changedWorkspace(kept)));
      return { ended };
    }
    const account = waits ? [] : await changedWorkspace(kept);
    await this.#write(...account, this.#status(ended, undefined, ended === 'failed' ? failure : undefined));
    // A message that came at the same moment is answered too: the caller asks `teamHasWork` again.
    return { ended };
  }

  close(): void {
    this.#release();
    this.#unsubscribe();
    this.#stop.close();
  }

  #wants({ name }: Member): boolean {
    const scope = memberScope(name);
    const status = this.#statusOf(scope);
    if (this.#stop.signal.aborted) return isAtWork(status);
    return hasWork(this.#state, scope);
  }

  #start(member: Member): void {
    const { name, model, tools, system, limits } = member;
    const own = { model, tools, system: this.#prompt(system), limits: { ...this.#options.limits, ...limits } };
    const running = this.#perform({ ...own, scope: memberScope(name) }).finally(() => this.#busy.delete(name));
    // Failures are handled where the promises are awaited together.
    running.catch(() => undefined);
    this.#busy.set(name, running);
  }

  async #consensus(): Promise<void> {
    const leader = this.#options.members.find(({ name }) => name === this.#options.leader);
    if (leader === undefined) throw new Error(`The team has no member ${this.#options.leader}.`);
    if (!this.#isOfTurn(TEAM_SCOPE)) await this.#write(this.#status('queued', TEAM_SCOPE));
    const { model, system, limits } = leader;
    const own = { model, tools: [], system: this.#prompt(`${system}\n\n${CONSENSUS}`) };
    await this.#perform({ ...own, limits: { ...this.#options.limits, ...limits }, scope: TEAM_SCOPE });
  }

  #perform(own: Pick<Equipment, 'model' | 'tools' | 'system' | 'limits' | 'scope'>): Promise<RunEnd> {
    const { members: _, leader: __, thread: ___, append: ____, ...shared } = this.#options;
    const { signal } = this.#stop;
    return performRun(openRun({ ...shared, ...own, signal, run: this.#id }, this.#ledger));
  }

  /** Owed once in a turn, when more than one member answered in it and nobody waits. */
  #owesConsensus(): boolean {
    if (this.#stop.signal.aborted) return false;
    if (this.#isOfTurn(TEAM_SCOPE) && hasEnded(this.#state.scopes.get(TEAM_SCOPE))) return false;
    const scopes = this.#options.members.map(({ name }) => memberScope(name));
    if (scopes.some((scope) => this.#statusOf(scope) === 'awaiting_user')) return false;
    return scopes.filter((scope) => this.#hasAnswered(scope)).length > 1;
  }

  #hasAnswered(scope: string): boolean {
    const next = nextStepOf(this.#state, scope);
    return this.#statusOf(scope) === 'completed' && stepOf(this.#state, scope, next - 1)?.run === this.#id;
  }

  #isOfTurn(scope: string): boolean {
    return this.#state.scopes.get(scope)?.run === this.#id;
  }

  #statusOf(scope: string): RunStatus | undefined {
    return this.#state.scopes.get(scope)?.status;
  }

  #prompt(system: string): string {
    return this.#instructions === undefined ? system : `${system}\n\n${this.#instructions}`;
  }

  /** Why the turn failed: its consensus did, or everybody who took part. */
  #failure(): string | undefined {
    const scopes = this.#options.members.map(({ name }) => memberScope(name)).filter((scope) => this.#isOfTurn(scope));
    const all = scopes.length > 0 && scopes.every((scope) => this.#statusOf(scope) === 'failed');
    if (this.#isOfTurn(TEAM_SCOPE) && this.#statusOf(TEAM_SCOPE) === 'failed')
      return failureOf(this.#state, TEAM_SCOPE);
    return all ? failureOf(this.#state, scopes[0]) : undefined;
  }

  #status(status: RunStatus, scope?: string, message?: string): EventDraft {
    return statusDraft(this.#state, scope, status, message);
  }

  async #write(...drafts: readonly EventDraft[]): Promise<void> {
    await this.#ledger.write(drafts.map((draft) => ({ ...draft, run: this.#id })));
  }
}
