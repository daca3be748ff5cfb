/** Whole stories of a foreign back end: what it did, what it stores of it, and what it tells live. */
import fc from 'fast-check';
import type { Message } from '../src/contract/message.ts';

type StoryEnd = 'answer' | 'failed' | 'stopped' | 'answer and stop' | 'answer and failure';

export interface StoryCall {
  /** `1.2`: the second call of the first turn. */
  readonly label: string;
  readonly tool: 'search' | 'read';
  readonly ending: 'done' | 'failed' | 'denied';
}

/** A turn of a story: each of its records with its moment, in order. */
export interface StoryTurn {
  readonly number: number;
  readonly calls: readonly StoryCall[];
  readonly end: StoryEnd;
  /** The question first. */
  readonly stored: readonly Message[];
  readonly live: readonly StoryEvent[];
  /** Of each live event, the call that it tells. */
  readonly labels: readonly (string | undefined)[];
  readonly how: StoryTeller;
}

export interface StoryEvent {
  readonly type: string;
  readonly execution_id?: string;
  readonly timestamp?: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** How a back end tells its stories. */
interface StoryTeller {
  /** The ids of calls in the messages and in the events. `other`: two ids for one call. */
  readonly ids: 'same' | 'stored only' | 'live only' | 'none' | 'other';
  readonly idsComeAgain: boolean;
  readonly runs: 'own' | 'same' | 'none';
  readonly isTimed: boolean;
  /** Whether what a tool says of its failure is stored as its result, without the word that it failed. */
  readonly storesFailures: boolean;
  /** Whether stored results and live ones tell what came out. */
  readonly isBare: boolean;
  readonly tellsSteps: boolean;
}

interface Shape {
  readonly steps: readonly {
    readonly words: '' | 'I look.' | 'JSON';
    readonly isParallel: boolean;
    readonly calls: readonly Pick<StoryCall, 'tool' | 'ending'>[];
  }[];
  readonly end: StoryEnd;
  readonly pieces: 1 | 2 | 3;
}

const call = fc.record({
  tool: fc.constantFrom('search' as const, 'read' as const),
  ending: fc.constantFrom('done' as const, 'done' as const, 'failed' as const, 'denied' as const),
});
const step = fc.record({
  words: fc.constantFrom('' as const, 'I look.' as const, 'JSON' as const),
  isParallel: fc.boolean(),
  calls: fc.array(call, { minLength: 1, maxLength: 3 }),
});
const shape: fc.Arbitrary<Shape> = fc.record({
  steps: fc.array(step, { maxLength: 2 }),
  end: fc.constantFrom<StoryEnd>('answer', 'answer', 'failed', 'stopped', 'answer and stop', 'answer and failure'),
  pieces: fc.constantFrom(1 as const, 2 as const, 3 as const),
});

const storyTeller: fc.Arbitrary<StoryTeller> = fc.record({
  ids: fc.constantFrom(
    'same' as const,
    'stored only' as const,
    'live only' as const,
    'none' as const,
    'other' as const,
  ),
  idsComeAgain: fc.boolean(),
  runs: fc.constantFrom('own' as const, 'same' as const, 'none' as const),
  isTimed: fc.boolean(),
  storesFailures: fc.boolean(),
  isBare: fc.boolean(),
  tellsSteps: fc.boolean(),
});

/** `how`: what all tellers of the stories have in common. */
export function contractStory(how: Partial<StoryTeller> = {}): fc.Arbitrary<readonly StoryTurn[]> {
  return fc
    .tuple(fc.array(shape, { minLength: 1, maxLength: 3 }), storyTeller)
    .map(([shapes, teller]) => shapes.map((each, index) => storyTurn(each, { ...teller, ...how }, index + 1)));
}

const BEGIN = Date.parse('2026-01-16T10:00:00.000Z');

function storyTurn({ steps, end, pieces }: Shape, teller: StoryTeller, number: number): StoryTurn {
  const writer = new StoryWriter(teller, number);
  writer.say(`Question ${number}`);
  writer.tell('status', { status: 'processing' });
  let count = 0;
  const calls: StoryCall[] = [];
  for (const [index, { words, isParallel, calls: made }] of steps.entries()) {
    const own = made.map((each): StoryCall => ({ ...each, label: `${number}.${(count += 1)}` }));
    calls.push(...own);
    writer.step(index + 1, { words, isParallel, calls: own });
  }
  writer.end(end, steps.length + 1, pieces);
  return { number, calls, end, stored: writer.stored, live: writer.live, labels: writer.labels, how: teller };
}

class StoryWriter {
  readonly stored: Message[] = [];
  readonly live: StoryEvent[] = [];
  readonly labels: (string | undefined)[] = [];
  readonly #how: StoryTeller;
  readonly #number: number;
  #clock: number;

  constructor(how: StoryTeller, number: number) {
    this.#how = how;
    this.#number = number;
    this.#clock = BEGIN + number * 600_000;
  }

  say(content: string): void {
    this.#store('q', { role: 'user', content });
  }

  tell(type: string, payload: Readonly<Record<string, unknown>>, label?: string): void {
    this.labels.push(label);
    const { runs, isTimed } = this.#how;
    this.live.push({
      type: `agent.${type}`,
      ...(runs === 'none' ? {} : { execution_id: runs === 'own' ? `e${this.#number}` : 'e' }),
      ...(isTimed ? { timestamp: this.#tick() } : {}),
      payload,
    });
  }

  step(
    number: number,
    { words, isParallel, calls }: Omit<Shape['steps'][number], 'calls'> & { calls: StoryCall[] },
  ): void {
    const said = words === 'JSON' ? calls.map(({ label }) => `{"n":"${label}"}`).join('') : words;
    if (this.#how.tellsSteps) this.tell('step.started', { step_number: number });
    if (said !== '') this.#speak(said, 2);
    if (isParallel) for (const each of calls) this.#start(each);
    if (isParallel) this.#storeCalls(number, said, calls);
    for (const each of calls) {
      if (!isParallel) this.#start(each);
      if (!isParallel && each === calls[0]) this.#storeCalls(number, said, calls);
      this.#complete(each);
    }
    if (this.#how.tellsSteps) this.tell('step.completed', { step_number: number, has_tool_calls: true });
  }

  end(end: StoryEnd, step: number, pieces: number): void {
    const words = `Answer **${this.#number}**, I think.`;
    if (end.startsWith('answer')) {
      if (this.#how.tellsSteps) this.tell('step.started', { step_number: step });
      this.#speak(words, pieces);
      if (this.#how.tellsSteps) this.tell('step.completed', { step_number: step, finish_reason: 'stop' });
      this.#store('answer', { role: 'assistant', content: words });
    }
    if (end === 'failed' || end === 'answer and failure') {
      this.tell('status', { status: 'failed', error_message: 'Quota spent' });
      this.#store('error', { role: 'status', content: 'Quota spent', metadata: { status_type: 'error' } });
      return;
    }
    const isStop = end !== 'answer';
    const info = {
      stop_reason: isStop ? 'steps_limit' : 'completed',
      resolved_by: isStop ? 'StepsLimit' : 'FinishReason',
    };
    this.tell('continuation', { should_stop: true, ...info });
    if (isStop)
      this.#store('stop', {
        role: 'status',
        content: 'Agent stopped: steps_limit',
        metadata: { status_type: 'continuation', continuation: { should_continue: false, ...info } },
      });
    this.tell('status', { status: 'completed' });
  }

  #tick(): string {
    this.#clock += 1000;
    return new Date(this.#clock).toISOString();
  }

  #store(name: string, rest: Omit<Message, 'id' | 'timestamp'>): void {
    this.stored.push({ id: `${name}-${this.#number}`, timestamp: this.#tick(), ...rest });
  }

  #speak(words: string, pieces: number): void {
    const size = Math.ceil(words.length / pieces);
    for (let index = 0; index < pieces; index += 1)
      this.tell('stream.chunk', { content: words.slice(index * size, (index + 1) * size), chunk_index: index });
  }

  #idOf({ label }: StoryCall): string {
    return this.#how.idsComeAgain ? `c${label.split('.')[1]}` : `c${label}`;
  }

  #liveName(of: StoryCall): Readonly<Record<string, unknown>> {
    const { ids } = this.#how;
    const id =
      ids === 'same' || ids === 'live only' ? this.#idOf(of) : ids === 'other' ? `live ${this.#idOf(of)}` : null;
    return { tool_name: of.tool, tool_call_id: id };
  }

  #storedId(of: StoryCall): string | undefined {
    const { ids } = this.#how;
    return ids === 'none' || ids === 'live only' ? undefined : this.#idOf(of);
  }

  #start(of: StoryCall): void {
    this.tell('tool.started', { ...this.#liveName(of), args_summary: `n: '${of.label}'` }, of.label);
  }

  #complete(of: StoryCall): void {
    const { isBare, storesFailures } = this.#how;
    const isDone = of.ending === 'done';
    this.tell(
      'tool.completed',
      {
        ...this.#liveName(of),
        ...(isDone
          ? { success: true, ...(isBare ? {} : { result: `result of ${of.label}` }) }
          : { success: false, error: `no ${of.label}`, ...(of.ending === 'denied' ? { outcome: 'denied' } : {}) }),
      },
      of.label,
    );
    const id = this.#storedId(of);
    const isError = !isDone && storesFailures;
    const said = isDone ? `result of ${of.label}` : `no ${of.label}`;
    this.#store(`t-${of.label}`, {
      role: 'tool',
      content: said,
      metadata: {
        ...(id === undefined ? {} : { tool_call_id: id }),
        tool_name: of.tool,
        ...(isError ? { tool_error: said } : { tool_result: said }),
      },
    });
  }

  #storeCalls(step: number, said: string, calls: readonly StoryCall[]): void {
    this.#store(`m${step}`, {
      role: 'assistant',
      content: said,
      metadata: {
        tool_calls: calls.map((each) => {
          const id = this.#storedId(each);
          return { ...(id === undefined ? {} : { id }), name: each.tool, args_summary: `n: '${each.label}'` };
        }),
      },
    });
  }
}
