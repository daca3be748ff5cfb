import { filledTextOf, isFields } from '@toolthread/core/json';
import { payloadOf, toolOf, typeOf } from './payload-of.ts';
import { timeOf } from './time-of.ts';
import { begins } from './turns-by-time.ts';

/**
 * The events of a turn, each once and in the order of their times: a back end may tell one twice, tell again from an earlier moment on, or
 * tell two in the wrong order. If an event has no time, the order in which they came is all that is known.
 */
export class OrderedEvents {
  events: unknown[] = [];
  /** As they came. */
  #came: unknown[] = [];
  readonly #objects = new Set<unknown>();
  readonly #known = new Map<string, number>();
  /** Of each event since the time went back last, how often it came. */
  #pass = new Map<string, number>();
  /** The start of a run, a step or a call that was told last. */
  #start: { readonly at: number; readonly said: string } | undefined;
  #latest = -Infinity;
  #newest = -Infinity;
  #isTimed = true;

  /** `late`: it is before others that came before it. */
  add(event: unknown): 'next' | 'late' | 'known' {
    if (isFields(event) && this.#objects.has(event)) return 'known';
    this.#objects.add(event);
    const at = timeOf(event);
    if (Number.isNaN(at)) {
      const wasTimed = this.#isTimed;
      this.#isTimed = false;
      this.#came.push(event);
      if (!wasTimed || this.#latest === this.#newest) this.events.push(event);
      else this.events = [...this.#came];
      return wasTimed && this.#latest !== this.#newest ? 'late' : 'next';
    }
    if (this.#isKnown(event, at)) return 'known';
    this.#came.push(event);
    const isLate = this.#isTimed && at < this.#latest;
    this.#latest = Math.max(this.#latest, at);
    this.events.push(event);
    if (!isLate) return 'next';
    this.events = inTime(this.#came);
    return 'late';
  }

  #isKnown(event: unknown, at: number): boolean {
    if (at < this.#newest) this.#pass = new Map();
    this.#newest = at;
    const said = this.#identity(event, at);
    const inPass = (this.#pass.get(said) ?? 0) + 1;
    const known = this.#known.get(said) ?? 0;
    this.#pass.set(said, inPass);
    if (known > 0 && (isOnce(event) || inPass <= known)) return true;
    this.#known.set(said, known + 1);
    return false;
  }

  /**
   * Steps count their pieces of words from the first, and their calls may give the same: where several begin in one moment, what is told
   * behind another start is another event.
   */
  #identity(event: unknown, at: number): string {
    const said = JSON.stringify(event);
    const type = typeOf(event);
    if (begins(event) || type === 'agent.step.started' || type === 'agent.tool.started') this.#start = { at, said };
    const isInStep = isPiece(event) || type === 'agent.tool.completed';
    return isInStep && this.#start?.at === at ? `${this.#start.said} ${said}` : said;
  }
}

function isPiece(event: unknown): boolean {
  const type = typeOf(event);
  return type === 'agent.stream.chunk' || type === 'agent.reasoning.chunk';
}

/** Whether it cannot happen twice in one moment. Pieces of words, and calls of which little is told, can, where moments are whole seconds. */
function isOnce(event: unknown): boolean {
  const payload = payloadOf(event);
  const type = typeOf(event);
  if (isPiece(event)) return typeof payload['chunk_index'] === 'number' && isPrecise(event);
  if (filledTextOf(payload['tool_call_id']) !== undefined) return true;
  if (type === 'agent.tool.started')
    return (payload['args'] ?? payload['arguments'] ?? payload['args_summary']) !== undefined;
  return type !== 'agent.tool.completed' || isPrecise(event);
}

/** Whether its time tells more than the second. */
function isPrecise(event: unknown): boolean {
  const timestamp = isFields(event) ? event['timestamp'] : undefined;
  return typeof timestamp === 'number' || (typeof timestamp === 'string' && timestamp.includes('.'));
}

/** In the order of their times, unless that puts the end of a call before its beginning: then the clocks are not one. */
function inTime(came: readonly unknown[]): unknown[] {
  const sorted = came.toSorted((one, other) => timeOf(one) - timeOf(other));
  return endsBeforeStarts(sorted) > endsBeforeStarts(came) ? [...came] : sorted;
}

function endsBeforeStarts(events: readonly unknown[]): number {
  const open = new Map<string, number>();
  let count = 0;
  for (const event of events) {
    const type = typeOf(event);
    if (type !== 'agent.tool.started' && type !== 'agent.tool.completed') continue;
    const payload = payloadOf(event);
    const key = filledTextOf(payload['tool_call_id']) ?? toolOf(payload) ?? '';
    const started = open.get(key) ?? 0;
    if (type === 'agent.tool.completed' && started === 0) count += 1;
    else open.set(key, started + (type === 'agent.tool.started' ? 1 : -1));
  }
  return count;
}
