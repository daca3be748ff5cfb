/** Turns of a foreign back end that streams each of them as events, and stores the same as messages. */
import fc from 'fast-check';
import type { Message } from '../src/contract/message.ts';

export interface ContractTurn {
  /** What is stored: the question first. */
  readonly stored: readonly Message[];
  /** What is told live. */
  readonly live: readonly object[];
  /** Whether its run has a name of its own. */
  readonly isNamed: boolean;
}

interface Shape {
  readonly steps: readonly {
    readonly words: '' | 'I look.' | 'JSON';
    readonly calls: readonly { readonly tool: 'search' | 'read'; readonly fails: boolean }[];
  }[];
  /** The pieces of the answer; none if the run fails. */
  readonly answer: readonly string[];
  readonly isBare: boolean;
  readonly isParallel: boolean;
  /** Whether the live events tell words that are beside calls. */
  readonly tellsWords: boolean;
  /** Whether the leaked arguments are stored, too. */
  readonly storesLeak: boolean;
}

interface Telling {
  readonly hasIds: boolean;
  readonly isTimed: boolean;
  /** Whether the ids of calls come again in each turn. */
  readonly idsComeAgain: boolean;
  /** Seconds between two turns. */
  readonly gap: 0 | 60;
  /** Whether each run has a name of its own, all have the same, or none has one. */
  readonly runs: 'own' | 'same' | 'none';
}

const BEGIN = Date.parse('2026-01-16T10:05:00.000Z');

const shape: fc.Arbitrary<Shape> = fc.record({
  steps: fc
    .array(
      fc.record({
        words: fc.constantFrom('' as const, 'I look.' as const, 'JSON' as const),
        calls: fc.array(fc.record({ tool: fc.constantFrom('search' as const, 'read' as const), fails: fc.boolean() }), {
          minLength: 1,
          maxLength: 2,
        }),
      }),
      { maxLength: 2 },
    )
    .filter((steps) => steps.flatMap(({ calls }) => calls).length <= 3),
  answer: fc.constantFrom(['Three **do**.'], ['Three', ' **do**.'], ['Three', ' **do**', ', I think.'], []),
  isBare: fc.boolean(),
  isParallel: fc.boolean(),
  tellsWords: fc.boolean(),
  storesLeak: fc.boolean(),
});

const telling: fc.Arbitrary<Telling> = fc.record({
  hasIds: fc.boolean(),
  isTimed: fc.boolean(),
  idsComeAgain: fc.boolean(),
  gap: fc.constantFrom(0 as const, 60 as const),
  runs: fc.constantFrom('own' as const, 'same' as const, 'none' as const),
});

/** One turn, or two of one thread. */
export const contractTurns: fc.Arbitrary<readonly ContractTurn[]> = fc
  .tuple(fc.array(shape, { minLength: 1, maxLength: 2 }), telling)
  .map(([shapes, how]) => shapes.map((each, index) => contractTurn(each, how, index + 1)));

/** Three turns of one thread, each event and each message later than the one before it. */
export const contractTurnsInTime: fc.Arbitrary<readonly ContractTurn[]> = fc
  .tuple(fc.array(shape, { minLength: 3, maxLength: 3 }), telling)
  .map(([shapes, how]) =>
    shapes.map((each, index) =>
      inTime(contractTurn(each, { ...how, isTimed: true, runs: 'own' }, index + 1), BEGIN + index * 600_000),
    ),
  );

function inTime({ stored, live, isNamed }: ContractTurn, begun: number): ContractTurn {
  const timed = (seconds: number): string => new Date(begun + seconds * 1000).toISOString();
  const perMessage = (live.length + 1) / Math.max(1, stored.length - 1);
  return {
    stored: stored.map((message, index) => ({ ...message, timestamp: timed(Math.round(index * perMessage)) })),
    live: live.map((event, index) => ({ ...event, timestamp: timed(index + 1) })),
    isNamed,
  };
}

/** `number`: which turn of the thread it is. */
function contractTurn(turn: Shape, how: Telling, number: number): ContractTurn {
  // Two runs of one name that say the same at the same time are one that is told again.
  const gap = how.runs === 'own' ? how.gap : 60;
  const timestamp = new Date(BEGIN + (number - 1) * gap * 1000).toISOString();
  let count = 0;
  const steps = turn.steps.map(({ words, calls }) => ({
    words,
    calls: calls.map((call) => {
      count += 1;
      return { ...call, id: how.idsComeAgain ? `c${count}` : `c${number}-${count}`, label: `${number}.${count}` };
    }),
  }));
  const leak = (calls: readonly { readonly label: string }[]): string =>
    calls.map(({ label }) => `{"n":"${label}"}`).join('');
  const message = (name: string, rest: Omit<Message, 'id' | 'timestamp'>): Message => ({
    id: `${name}-${number}`,
    timestamp,
    ...rest,
  });
  const stored = [
    message('q', { role: 'user', content: `Question ${number}` }),
    ...steps.flatMap(({ words, calls }, index) => [
      message(`m${index}`, {
        role: 'assistant',
        content: words === 'JSON' ? (turn.storesLeak ? leak(calls) : '') : words,
        metadata: {
          tool_calls: calls.map(({ id, tool, label }) => ({ id, name: tool, args_summary: `n: '${label}', all` })),
        },
      }),
      ...calls.map(({ id, tool, label, fails }) =>
        message(`t-${label}`, {
          role: 'tool',
          content: fails ? '' : `result of ${label}`,
          metadata: {
            tool_call_id: id,
            tool_name: tool,
            ...(fails ? { tool_error: `no ${label}` } : { tool_result: `result of ${label}` }),
          },
        }),
      ),
    ]),
    turn.answer.length > 0
      ? message('answer', { role: 'assistant', content: turn.answer.join('') })
      : message('error', { role: 'status', content: `Quota ${number} spent`, metadata: { status_type: 'error' } }),
  ];
  const event = (type: string, payload: object): object => ({
    type: `agent.${type}`,
    session_id: 's1',
    ...(how.runs === 'none' ? {} : { execution_id: how.runs === 'own' ? `e${number}` : 'e' }),
    ...(how.isTimed ? { timestamp } : {}),
    payload,
  });
  const chunks = (pieces: readonly string[]): object[] =>
    pieces.map((content, chunk_index) => event('stream.chunk', { content, chunk_index }));
  const live = [
    event('status', { status: 'processing' }),
    ...steps.flatMap(({ words, calls }, index) => {
      const named = (id: string, tool: string): object => ({ tool_name: tool, tool_call_id: how.hasIds ? id : null });
      const starts = calls.map(({ id, tool, label }) =>
        event('tool.started', { ...named(id, tool), args_summary: `n: '${label}'` }),
      );
      const ends = calls.map(({ id, tool, label, fails }) =>
        event('tool.completed', {
          ...named(id, tool),
          ...(fails
            ? { success: false, error: `no ${label}` }
            : { success: true, ...(turn.isBare ? {} : { result: `result of ${label}` }) }),
        }),
      );
      const said = words === 'JSON' ? leak(calls) : words;
      return [
        event('step.started', { step_number: index + 1 }),
        ...(turn.tellsWords && said !== '' ? chunks([said.slice(0, 4), said.slice(4)]) : []),
        ...(turn.isParallel ? [...starts, ...ends] : starts.flatMap((start, call) => [start, ends[call] ?? {}])),
        event('step.completed', { step_number: index + 1, has_tool_calls: true }),
      ];
    }),
    ...(turn.answer.length > 0
      ? [
          event('step.started', { step_number: steps.length + 1 }),
          ...chunks(turn.answer),
          event('step.completed', { step_number: steps.length + 1, finish_reason: 'stop' }),
          event('continuation', { should_stop: true, stop_reason: 'completed', resolved_by: 'FinishReason' }),
          event('status', { status: 'completed' }),
        ]
      : [event('status', { status: 'failed', error_message: `Quota ${number} spent` })]),
  ];
  return { stored, live, isNamed: how.runs === 'own' };
}
