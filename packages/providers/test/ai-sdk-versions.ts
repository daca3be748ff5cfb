/** Both versions of the AI SDK, driven by a model of its own that plays chunks: what they stream is theirs, not ours. */
import * as sdk7 from 'ai';
import * as sdk6 from 'ai6';
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai6/test';

type Chunk = { readonly type: string; readonly [key: string]: unknown };
type Model = MockLanguageModelV3;

export interface Play {
  /** One list of chunks for each step. */
  readonly steps: readonly (readonly Chunk[])[];
  readonly tools?: { readonly [name: string]: ToolPlay };
  readonly messages?: readonly unknown[];
  readonly abortSignal?: AbortSignal;
}

interface ToolPlay {
  readonly execute?: (input: unknown) => unknown;
  readonly needsApproval?: boolean;
}

export interface Version {
  readonly name: string;
  fullStream(play: Play): AsyncIterable<unknown>;
  /** The chunks that it sends to a page. */
  uiStream(play: Play): AsyncIterable<unknown>;
}

const USAGE = {
  inputTokens: { total: 30, noCache: 8, cacheRead: 20, cacheWrite: 2 },
  outputTokens: { total: 7, text: 3, reasoning: 4 },
};

/** `finish('tool-calls')` */
export const finish = (unified: string, raw = unified): Chunk => ({
  type: 'finish',
  finishReason: { unified, raw },
  usage: USAGE,
});
export const words = (id: string, ...pieces: string[]): Chunk[] => [
  { type: 'text-start', id },
  ...pieces.map((delta) => ({ type: 'text-delta', id, delta })),
  { type: 'text-end', id },
];
/** A call whose input streams in these pieces. */
export const call = (id: string, name: string, ...pieces: string[]): Chunk[] => [
  { type: 'tool-input-start', id, toolName: name },
  ...pieces.map((delta) => ({ type: 'tool-input-delta', id, delta })),
  { type: 'tool-input-end', id },
  { type: 'tool-call', toolCallId: id, toolName: name, input: pieces.join('') },
];

/** A model that plays one list of chunks after the other, and remembers what it was asked. */
export function playing(steps: readonly (readonly Chunk[])[]): Model {
  let step = 0;
  return new MockLanguageModelV3({
    provider: 'mock',
    modelId: 'm',
    doStream: () => {
      const chunks = steps[step] ?? [];
      step += 1;
      const stream = convertArrayToReadableStream([{ type: 'stream-start', warnings: [] }, ...chunks]);
      return Promise.resolve({ stream: stream as never });
    },
  });
}

const quietly = { maxRetries: 0, onError: () => undefined };

interface Sdk {
  readonly jsonSchema: (schema: { type: 'object' }) => unknown;
  readonly stepCountIs: (steps: number) => unknown;
  readonly streamText: (options: never) => {
    readonly fullStream: AsyncIterable<unknown>;
    toUIMessageStream(options: { sendReasoning: boolean; onError: (error: unknown) => string }): AsyncIterable<unknown>;
  };
  readonly tool: (tool: never) => unknown;
}

function version(name: string, sdk: Sdk): Version {
  const run = ({ steps, tools = {}, messages, abortSignal }: Play): ReturnType<Sdk['streamText']> => {
    const made = Object.entries(tools).map(([tool, { execute, needsApproval }]) => {
      const inputSchema = sdk.jsonSchema({ type: 'object' });
      const definition = { inputSchema, ...(execute && { execute }), ...(needsApproval && { needsApproval }) };
      return [tool, sdk.tool(definition as never)];
    });
    const prompt = messages === undefined ? { prompt: 'Go.' } : { messages };
    const options = { ...prompt, ...quietly, tools: Object.fromEntries(made), ...(abortSignal && { abortSignal }) };
    return sdk.streamText({ model: playing(steps), stopWhen: sdk.stepCountIs(5), ...options } as never);
  };
  return {
    name,
    fullStream: (play) => run(play).fullStream,
    uiStream: (play) =>
      run(play).toUIMessageStream({
        sendReasoning: true,
        onError: (error: unknown) => (error instanceof Error ? error.message : String(error)),
      }),
  };
}

export const VERSIONS: readonly Version[] = [version('6', sdk6), version('7', sdk7)];
