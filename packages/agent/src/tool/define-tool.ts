import { fieldsOf, textOf } from '@toolthread/core/json';
import { thrownWords } from '@toolthread/core/text';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { Question } from '@toolthread/core';
import { parametersOf } from './parameters-of.ts';
import { schemaProblems } from './schema-problems.ts';
import type { Accepted, ChildTask, Retry, Tool, ToolContext } from './tool.ts';
import type { ToolValue } from './tool-value.ts';
import { errorValue } from './tool-value.ts';

/** Any schema that validates and gives itself as JSON Schema: zod 4, and others. */
export type InputSchema<Input> = StandardSchemaV1<unknown, Input> & StandardJSONSchemaV1<unknown, Input>;

interface Described<Input> {
  readonly name: string;
  readonly description: string;
  readonly input: InputSchema<Input>;
  /** How a person is asked to allow a call: `Run this command?` Without it: `Allow run_it?` */
  readonly question?: string;
}

/** A tool that does something by itself. */
export interface RunningTool<Input> extends Described<Input> {
  readonly safe?: boolean;
  readonly retry?: Retry;
  readonly keeps?: 'head' | 'tail';
  /**
   * What is allowed when a person allows a call for the whole thread: every call with the same words. The card says them: "covers …". Without it,
   * exactly these arguments.
   */
  readonly grant?: (input: Input) => string | undefined;
  /** Why a person must allow this call, whatever the policy says; without it, the policy decides alone. */
  readonly needsApproval?: (
    input: Input,
    at: Pick<ToolContext, 'workspace'>,
  ) => Promise<string | undefined> | string | undefined;
  readonly execute: (input: Input, context: ToolContext) => Promise<ToolValue> | ToolValue;
}

/** A tool that only a person can carry out: the call stays open until the answer is its result. */
export interface AskingTool<Input> extends Described<Input> {
  readonly ask: (input: Input) => readonly Question[];
}

/** A tool whose work is a child agent's: its last words are the result. Several of them work at the same time. */
export interface ChildTool<Input> extends Described<Input> {
  readonly child: (input: Input) => ChildTask;
}

/** What a tool is defined by: what it does itself, what it asks a person, or what it hands to a child agent. */
export type ToolDefinition<Input> = RunningTool<Input> | AskingTool<Input> | ChildTool<Input>;

/**
 * A tool: its schema, and what to do with arguments that fit it. Throws with a message if the definition cannot be used.
 *
 * @example
 * import { textValue } from '@toolthread/agent';
 * import { z } from 'zod';
 * const greet = defineTool({
 *   name: 'greet',
 *   description: 'Greets somebody.',
 *   input: z.object({ name: z.string() }),
 *   execute: ({ name }) => textValue(`Hello, ${name}.`),
 * });
 * (await greet.accept({ name: 'Ada' })).kind; //=> 'run'
 * (await greet.accept({ nam: 'Ada' })).kind; //=> 'refused'
 */
export function defineTool<Input>(definition: ToolDefinition<Input>): Tool {
  const { name, description, input: schema } = definition;
  if (textOf(name) === undefined || name === '') throw new Error('A tool needs a name.');
  if (textOf(description) === undefined) throw new Error(`The tool "${name}" needs a description: the model reads it.`);
  const parameters = parametersOf(name, schema);
  const { execute, ask, child } = fieldsOf(definition);
  if (![execute, ask, child].some((work) => typeof work === 'function'))
    throw new Error(`The tool "${name}" does nothing: give it execute, ask or child.`);
  const running = 'execute' in definition ? definition : undefined;
  return {
    name,
    description,
    parameters,
    safe: running === undefined ? true : (running.safe ?? false),
    retry: running?.retry,
    keeps: running?.keeps ?? 'head',
    ...(definition.question === undefined ? {} : { question: definition.question }),
    accept: async (given) => {
      try {
        const checked = await schema['~standard'].validate(given);
        // Many schemas drop properties that they do not know: then the person would approve more than what runs. Our messages are also easier to read than theirs.
        const problems = schemaProblems(parameters, given);
        if (problems.length > 0) return { kind: 'refused', problem: listed(problems) };
        if (checked.issues !== undefined) return { kind: 'refused', problem: problemsOf(checked.issues) };
        return accepted(definition, checked.value);
      } catch (error) {
        return { kind: 'refused', problem: thrownWords(error) };
      }
    },
  };
}

function accepted<Input>(definition: ToolDefinition<Input>, input: Input): Accepted {
  if ('ask' in definition) return { kind: 'ask', questions: definition.ask(input) };
  if ('child' in definition) {
    const execute = (): Promise<ToolValue> => Promise.resolve(errorValue('A child agent needs a run.'));
    return {
      kind: 'run',
      grant: undefined,
      needsApproval: () => Promise.resolve(undefined),
      execute,
      child: definition.child(input),
    };
  }
  return {
    kind: 'run',
    grant: definition.grant?.(input),
    needsApproval: async (at) => definition.needsApproval?.(input, at),
    execute: async (context) => definition.execute(input, context),
  };
}

function problemsOf(issues: readonly StandardSchemaV1.Issue[]): string {
  return listed(
    issues.map(({ message, path = [] }) => {
      const place = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.');
      return place === '' ? message : `${place}: ${message}`;
    }),
  );
}

const MOST_PROBLEMS = 10;

/** One line each: `listed(['a: Missing.']) === '- a: Missing.'` */
export function listed(problems: readonly string[]): string {
  const lines = problems.slice(0, MOST_PROBLEMS).map((problem) => `- ${problem}`);
  const more = problems.length - lines.length;
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}
