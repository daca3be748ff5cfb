import type { Call, CallResult } from '@toolthread/core';
import type { JsonFields } from '@toolthread/core/json';
import type { ComponentType } from 'react';
import type { Language } from '@toolthread/core/text';
import type { Noun, Phrase } from '../labels/phrase.ts';

/** A call as its renderer gets it, while it runs and after. */
export interface ToolProps {
  /**
   * The arguments, as far as they have arrived; those that ran, where a person edited them. A model wrote them: any of them may be absent, or
   * something else.
   */
  readonly input: JsonFields;
  /** Undefined while there is none. */
  readonly result?: CallResult | undefined;
  readonly call: Call;
  /** The words of the page: a renderer says with it what it counts. */
  readonly language: Language<Phrase, Noun>;
}

/** How the calls of some tools are drawn. The first that matches a call draws it; what it leaves out is drawn as for any tool. */
export interface ToolRenderer {
  readonly name: string;
  matches(call: Call): boolean;
  /** In place of the tool's name. */
  label?(props: ToolProps): string | undefined;
  /** In the brackets after the name, in place of all arguments: a path, a command. An empty one leaves the brackets out. */
  contextInfo?(props: ToolProps): string | undefined;
  /** A few words after the brackets: `3 files`. */
  description?(props: ToolProps): string | undefined;
  /** The words of the result, if they are not simply its text: on the call's line if they are short, else below it. */
  words?(props: ToolProps): string | undefined;
  /** What the words of the result are written in, as a fence of code names it: `ts`. Absent: they are not coloured. */
  wordsLanguage?(props: ToolProps): string | undefined;
  /** Draws the call below its line, while it runs too. The words of the result are not drawn then: the result is in its hands. */
  readonly Body?: ComponentType<ToolProps>;
  /** The body draws what was asked: the words of the result are drawn as well, on the call's line if they are short, else below the body. */
  readonly keepsWords?: boolean;
  /** Whether the body has anything to draw; where not, the words are drawn. Absent: always. */
  hasBody?(props: ToolProps): boolean;
  /** A call with more letters in its arguments and result is drawn plainly, for a body that draws all of them. Absent: any number. */
  readonly mostLetters?: number;
  /** `false`: the body is drawn when the reader opens the call. */
  readonly defaultOpen?: boolean;
  /** The call is in sight while its group is closed, too. */
  readonly standalone?: boolean;
}

/** How a renderer for one tool differs from others. */
export type RendererOptions = Omit<ToolRenderer, 'name' | 'matches' | 'Body'>;

/**
 * A renderer for one tool.
 *
 * @example
 * const chart = rendererFor('draw_chart', ({ input, result }) => <figure>{result === undefined ? 'Running…' : String(input['title'])}</figure>);
 * chart.matches(exampleCall); //=> false
 */
export function rendererFor(tool: string, Body: ComponentType<ToolProps>, options: RendererOptions = {}): ToolRenderer {
  return { ...options, name: tool, matches: (call) => call.name === tool, Body };
}
