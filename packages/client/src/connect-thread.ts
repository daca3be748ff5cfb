import { foldThread, newThread, timeline } from '@toolthread/core';
import { reachesBack } from '@toolthread/core/summary';
import type { ContentPart, LedgerEvent, ThreadState } from '@toolthread/core';
import { newClientId } from './new-client-id.ts';
import { oncePerFrame } from './once-per-frame.ts';
import { pause } from './pause.ts';
import { type Earlier, readCut } from './read-cut.ts';
import { PURGED, readEvents, UNREADABLE, UnreadableEvent } from './read-events.ts';
import { createRests } from './rests.ts';
import { assertAddress, fieldOf, request } from './request.ts';
import { type ClientError, isLockedOut, type Result } from './result.ts';
import type { ConnectionState, ConnectOptions, ThreadConnection, ThreadSnapshot } from './thread-connection.ts';

/** From a quarter of a second to ten seconds, spread so that many clients do not come back at once. */
function defaultBackoff(attempt: number): number {
  return Math.min(10_000, 250 * 2 ** attempt) * (0.5 + Math.random() / 2);
}

/** The server says every 15 seconds that it is there. */
const SILENCE_MS = 20_000;

/**
 * Reads a thread along for as long as it is open.
 *
 * Every event is folded once and in order, whatever the connection does: after a cut it asks for what follows the last
 * one folded, what came already is passed over, and after a gap it asks again.
 *
 * @example
 * const server = { baseUrl: 'http://127.0.0.1:1', token: 'what `toolthread serve` printed' };
 * const thread = connectThread({ ...server, thread: 'thread_1', onEvent: (event) => console.log(event.type) });
 * thread.subscribe(() => console.log(thread.connection, thread.timeline.items.length));
 * const posted = await thread.post('Who uses the parser?');
 * posted.ok ? undefined : posted.error.code; //=> 'unreachable'
 * thread.close();
 */
export function connectThread(options: ConnectOptions): ThreadConnection {
  const { thread, backoffMs = defaultBackoff, silenceMs = SILENCE_MS, onError = reportFault } = options;
  assertAddress(options);
  const closing = new AbortController();
  const rests = createRests();
  let folded = newThread(thread);
  let earlier: Earlier | undefined;
  let connection: ConnectionState = 'connecting';
  let problem: ClientError | undefined;
  let standing: number | undefined;
  let may: readonly string[] | undefined;
  let purges: string | undefined;
  let taken: ThreadSnapshot | undefined;
  const listeners = new Set(options.onChange === undefined ? [] : [{ tell: options.onChange }]);
  const changed = oncePerFrame(() => {
    for (const { tell } of listeners) if (!closing.signal.aborted) telling(tell);
  });

  /** What a listener throws is no fault of the connection, nor of the process around it. */
  function telling(tell: () => unknown): void {
    try {
      const told = tell();
      if (told instanceof Promise) told.catch(onError);
    } catch (error) {
      onError(error);
    }
  }

  /** An event spoke of what is not read: up to where it has to be. */
  let back: number | undefined;
  let widening: Promise<Result<unknown>> | undefined;

  function turn(to: ConnectionState, why: ClientError | undefined): void {
    connection = to;
    problem = why;
    changed();
  }

  function foldEvents(events: readonly LedgerEvent[]): boolean {
    for (const event of events) {
      if (closing.signal.aborted) return false;
      if (event.seq <= folded.state.seq) continue;
      if (event.seq > folded.state.seq + 1) return false;
      const reached = earlier && reachesBack(folded.state, earlier.seq, event);
      if (reached !== undefined) {
        back = reached;
        return false;
      }
      const next = foldThread(folded, event);
      if (next.state.seq !== event.seq) throw new UnreadableEvent();
      folded = next;
      changed();
      if (options.onEvent !== undefined) tellEvent(event);
    }
    return true;
  }

  /** Not while the stream is read. */
  function tellEvent(event: LedgerEvent): void {
    queueMicrotask(() => {
      if (!closing.signal.aborted) telling(() => options.onEvent?.(event));
    });
  }

  /** What is shown stays until more of it is there. */
  function widen(upTo: number): Promise<Result<unknown>> {
    const wanted = async (): Promise<Result<unknown>> => {
      if (earlier === undefined || earlier.seq <= upTo) return { ok: true, value: undefined };
      const { readPart } = await import('./read-part.ts');
      const part = await readPart(options, { thread, upTo, end: () => folded.state.seq, ends: closing.signal });
      if (!part.ok) return part;
      ({ folded, earlier } = part.value);
      changed();
      return part;
    };
    const next = (widening ?? Promise.resolve()).then(wanted);
    widening = next;
    return next;
  }

  /** False: nobody knows yet where to begin. */
  async function begin(): Promise<boolean> {
    const cut = await readCut(options, thread, undefined);
    if (!cut.ok) return cut.error.code !== 'unreachable';
    if (cut.value !== undefined) ({ folded, earlier } = cut.value);
    return true;
  }

  async function follow(): Promise<void> {
    let attempt = 0;
    let unreadable: number | undefined;
    let begun = options.from === undefined;
    while (!closing.signal.aborted) {
      await rests.over();
      begun ||= await begin();
      const widened = back === undefined ? undefined : await widen(back);
      if (widened?.ok === false) {
        turn('reconnecting', widened.error);
        await pause(backoffMs(0), closing.signal);
        continue;
      }
      back = undefined;
      const resting = rests.signal();
      const before = folded.state.seq;
      const ended = await readEvents(options, {
        thread,
        after: before,
        ends: [closing.signal, resting],
        silenceMs,
        onOpen: () => turn('live', undefined),
        onEvents: foldEvents,
        onStanding: () => {
          standing = (standing ?? 0) + 1;
          changed();
        },
        onMay: (now) => {
          may = now;
          changed();
        },
        onPurges: (now) => (purges ??= now) === now,
      });
      if (closing.signal.aborted) return;
      if (resting.aborted || back !== undefined) continue;
      // Once it may be a fault on the way; a second time, in the same place, it is the event.
      const stuck = ended?.code === UNREADABLE && unreadable === folded.state.seq;
      unreadable = ended?.code === UNREADABLE ? folded.state.seq : undefined;
      const isOver = ended !== undefined && (stuck || isFinal(ended));
      // What follows cannot be read: nothing that is open here may look as if it went on.
      if (stuck || ended?.code === 'damaged') folded = foldThread(folded, brokenOff(folded.state));
      if (isOver) return turn('closed', ended);
      // The server's history is shorter than ours: it lost power before the last deltas were on its disk. Or something of it was purged.
      if (ended?.code === 'cursor_ahead' || ended?.code === PURGED) {
        [folded, earlier, purges] = [newThread(thread), undefined, undefined];
        begun = options.from === undefined;
      }
      turn('reconnecting', ended);
      attempt = folded.state.seq === before ? attempt + 1 : 0;
      await pause(backoffMs(Math.max(0, attempt - 1)), closing.signal);
    }
  }

  const path = `/threads/${encodeURIComponent(thread)}`;
  void follow();
  return {
    subscribe: (tell) => {
      const listener = { tell };
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => {
      const isSame = taken?.thread === folded && taken.connection === connection && taken.problem === problem;
      if (taken === undefined || !isSame || taken.standing !== standing || taken.may !== may) {
        const told = { ...(standing === undefined ? {} : { standing }), ...(may === undefined ? {} : { may }) };
        taken = { thread: folded, connection, problem, earlier, ...told };
      }
      return taken;
    },
    thread: () => folded,
    state: () => folded.state,
    get timeline() {
      return timeline(folded);
    },
    get connection() {
      return connection;
    },
    get problem() {
      return problem;
    },
    post: async (text, { clientId = newClientId(), attachments = [], ...rest } = {}) => {
      const said = await wordsWith(text, attachments);
      if (!said.ok) return said;
      const body = { ...said.value, client_id: clientId, ...rest };
      const first = await request(options, `${path}/messages`, body);
      if (first.ok || first.error.code !== 'unreachable') return first;
      await pause(backoffMs(0), closing.signal);
      return request(options, `${path}/messages`, body);
    },
    change: (message, text) => request(options, `${path}/messages/${message}`, { text }, 'PUT'),
    takeBack: (message) => request(options, `${path}/messages/${message}`, undefined, 'DELETE'),
    again: (message, { text, keep = [], clientId = newClientId(), ...rest } = {}) => {
      const words = text === undefined ? {} : { ...saidWith(text, keep), client_id: clientId };
      return request(options, `${path}/messages/${message}/again`, { ...words, seen: folded.state.seq, ...rest });
    },
    rewind: (to, given = {}) => request(options, `${path}/rewind`, { to, seen: folded.state.seq, ...given }),
    answer: (call, answers) => request(options, `${path}/answers/${encodeURIComponent(call)}`, { answers }),
    decide: (id, decision) => request(options, `${path}/approvals/${encodeURIComponent(id)}`, decision),
    stop: async () => {
      const answer = await request(options, `${path}/stop`, {});
      if (!answer.ok) return answer;
      const message = fieldOf(answer.value, 'message');
      return { ok: true, value: { message: typeof message === 'string' ? message : undefined } };
    },
    continueRun: () => request(options, `${path}/continue`, {}),
    tryNow: () => request(options, `${path}/try-now`, {}),
    rename: (title) => request(options, `${path}/title`, { title }),
    changes: async (change) =>
      (await import('./changes.ts')).readChanges(options, `${path}/changes/${encodeURIComponent(change)}`),
    undo: (change) => request(options, `${path}/changes/${encodeURIComponent(change)}/undo`, {}),
    readEarlier: (how) => {
      const { seq } = folded.state;
      return widen(how === 'all' || earlier === undefined ? 0 : Math.max(0, seq - 2 * (seq - earlier.seq)));
    },
    rest: rests.begin,
    wake: rests.end,
    close: () => {
      closing.abort();
      rests.end();
      connection = 'closed';
    },
  };
}

/** As an error that nobody caught, but for its end of the process. */
function reportFault(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error(error);
}

/** What a message says. Most have no attachments, and a page need not hold what reads them. */
async function wordsWith(text: string, attachments: readonly Blob[]): Promise<Result<object>> {
  if (attachments.length === 0) return { ok: true, value: { text } };
  const { attachmentParts } = await import('./attachment-parts.ts');
  const read = await attachmentParts(attachments);
  if (!read.ok) return read;
  return { ok: true, value: { parts: [...(text === '' ? [] : [{ type: 'text', text }]), ...read.value] } };
}

function saidWith(text: string, keep: readonly ContentPart[]): object {
  return keep.length === 0 ? { text } : { parts: [...(text === '' ? [] : [{ type: 'text', text }]), ...keep] };
}

/** Trying again would not help: the address or the token is wrong, the thread is not there, or what follows cannot be read. */
function isFinal(error: ClientError): boolean {
  const isGone = error.status === 403 || error.status === 404;
  return isLockedOut(error) || isGone || error.code === 'damaged' || error.code === 'bad_address';
}

function brokenOff({ id, seq, at }: ThreadState): LedgerEvent {
  return { v: 1, thread: id, seq: seq + 1, at, type: 'thread.closed' };
}
