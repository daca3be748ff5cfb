/** One provider's protocol, as the server sees it. */
import type { Frame } from './frame.ts';
import type { Problem } from './problem.ts';
import type { Seal } from './seal.ts';
import type { Shape } from './shape.ts';
import type { Turn } from './turn.ts';

export type Provider = 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini';

export interface Answer {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body: object;
}

/** What one request is answered with: whole, and as the frames of a stream. */
export interface Reply {
  readonly whole: object;
  readonly frames: readonly Frame[];
}

export interface Asked {
  readonly body: Shape;
  readonly model: string;
  readonly inputTokens: number;
  readonly seal: Seal;
  readonly next: (below: number) => number;
  /** A number that no other answer of this stub has. */
  readonly serial: number;
  /** What leads to what, for services that remember their items. */
  readonly issued: Map<string, string>;
}

/** What the next request must begin with. */
export interface History {
  /** Model, system prompt, tools: another one begins another epoch. */
  readonly head: string;
  readonly messages: readonly Shape[];
}

export interface Wire {
  validate(body: unknown, model: string): Problem[];
  /** Checks that need the service's own memory: of signatures, of items. */
  verify(asked: Asked): Problem[];
  refuse(problem: Problem): Answer;
  rateLimit(retryAfterSeconds: number): Answer;
  overloaded(): Answer;
  /** An error inside a 200. */
  errorFrame(): Frame;
  tooLong(tokens: number, limit: number): Problem;
  reply(turn: Turn, asked: Asked): Reply;
  /** The answer to a request that counts tokens. */
  counted(tokens: number): object;
  /** What keeps a connection alive. */
  readonly ping?: string;
  history(body: Shape): History;
  /** The texts of the results that end the request. */
  results(body: Shape): string[];
}
