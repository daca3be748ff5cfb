/** What the program says when a background task has ended. */
import type { ContentPart, Outcome } from '@toolthread/core';
import { fieldsOf, numberOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { leadingTag } from '@toolthread/core/unified';
import { tagged } from './tagged.ts';

/** How a task ended that went on after its call was answered. */
export interface TaskEnd {
  readonly task: string | undefined;
  /** The call that started it, where that is said. */
  readonly call: string | undefined;
  readonly outcome: Outcome;
  /** Why it is not done. */
  readonly error: string | undefined;
}

export interface TaskNotification {
  readonly text: string;
  readonly ends: readonly TaskEnd[];
}

const OPEN = /^<(task|bash|agent)-notification>/;
const CUT_OFF = /^<(?:task|bash|agent)-notification>\n/;
const NOTIFICATIONS = ['task-notification', 'bash-notification', 'agent-notification'];

/** Undefined for any other text. What follows it is a further one, or what a person wrote meanwhile. */
export function taskNotification(raw: string): TaskNotification | undefined {
  // A person may write about the tag; a notification is closed, or was cut off on a later line.
  if (leadingTag(raw, NOTIFICATIONS) === undefined && !CUT_OFF.test(raw)) return undefined;
  const texts: string[] = [];
  const ends: TaskEnd[] = [];
  let rest = raw;
  for (let kind = OPEN.exec(rest)?.[1]; kind !== undefined; kind = OPEN.exec(rest)?.[1]) {
    const tag = `${kind}-notification`;
    const inside = tagged(rest, tag) ?? rest;
    const summary = tagged(inside, 'summary') ?? '';
    const said = [summary, tagged(inside, 'result') ?? ''].filter((text) => text !== '').join('\n\n');
    ends.push(...endIn(inside, summary));
    texts.push(said === '' ? inside : said);
    rest = leadingTag(rest, [tag])?.rest ?? '';
  }
  if (rest.trim() !== '' && !FOR_THE_MODEL.test(rest.trim())) texts.push(rest.trim());
  return { text: texts.join('\n\n'), ends };
}

/** What the program tells the model to do with it, and nobody else. */
const FOR_THE_MODEL = /^(?:Read the output file|Full transcript available at)[^\n]*$/;

/** None if it says nothing of an end. */
function endIn(inside: string, summary: string): readonly TaskEnd[] {
  const outcome = outcomeOf(tagged(inside, 'status'), exitCodeInWords(summary));
  if (outcome === undefined) return [];
  const task = tagged(inside, 'task-id') ?? tagged(inside, 'shell-id') ?? tagged(inside, 'agent-id');
  const error = outcome === 'done' ? undefined : summary === '' ? `It ${outcome}.` : summary;
  return [{ task, call: tagged(inside, 'tool-use-id'), outcome, error }];
}

/** The program's own sentences: `Command running in background with ID: b1`, `agentId: b1 (internal ID)`, `Task ID: b1`. */
const NAMED_TASK = /\b(?:background(?:ed)?\b[^\n]{0,40} with ID|agentId|task[_ ]?id): ?([\w-]{1,64})/i;
const FIRST_WORDS = 500;

/** The task that a result's words say goes on. */
export function taskInWords(result: string): string | undefined {
  return NAMED_TASK.exec(result.slice(0, FIRST_WORDS))?.[1];
}

/** `agentId: a2018e5 (for resuming to continue this agent's work if needed)`: a line of its own, or the last text of a result. */
const NAMED_AGENT = /(?:^|\n)agentId: ([\w-]{1,64}) \(/;

/** The agent that a result's words name: at their end, or where it goes on, at their beginning. */
export function agentInWords(parts: readonly ContentPart[]): string | undefined {
  const [first] = parts;
  const last = parts.length > 1 ? parts.at(-1) : undefined;
  return agentIn(last) ?? agentIn(first);
}

function agentIn(part: ContentPart | undefined): string | undefined {
  if (part?.type !== 'text') return undefined;
  const words = part.text.slice(0, FIRST_WORDS);
  // Nearly no result has these words, and to look for them is faster than the whole form.
  return words.includes('agentId: ') ? NAMED_AGENT.exec(words)?.[1] : undefined;
}

/** The program's own sentence: `Background command "npm test" failed with exit code 1`. */
function exitCodeInWords(summary: string): number | undefined {
  const code = /(?:failed with exit code |\(exit code )(-?\d{1,10})\)?\.?$/.exec(summary)?.[1];
  return code === undefined ? undefined : Number(code);
}

/** Undefined while it runs. */
function outcomeOf(status: string | undefined, exitCode: number | undefined): Outcome | undefined {
  if (exitCode !== undefined && exitCode !== 0) return 'failed';
  switch (status ?? '') {
    case 'failed':
    case 'error':
      return 'failed';
    case 'killed':
    case 'stopped':
    case 'cancelled':
      return 'interrupted';
    case 'completed':
      return 'done';
    default:
      return exitCode === 0 ? 'done' : undefined;
  }
}

/** The same, as a tool that asks after a background task is told it: `{ task: { task_id, status, exitCode } }`, or in older versions `{ shellId, status, exitCode }`. */
export function taskEndIn(value: Json | undefined): TaskEnd | undefined {
  const result = fieldsOf(value);
  const told: JsonFields = result['task'] === undefined ? result : fieldsOf(result['task']);
  const task = textOf(told['task_id']) ?? textOf(told['shellId']);
  const exitCode = numberOf(told['exitCode']);
  const outcome = task === undefined ? undefined : outcomeOf(textOf(told['status']), exitCode);
  if (outcome === undefined) return undefined;
  return endOf(task, outcome, exitCode);
}

/** What a process printed is in these; what the program says of it is before them. */
const PRINTED = /<(?:stdout|stderr|output|error)>/;

/** The same in words, if a file has no more: `<status>failed</status>`, `<exit_code>7</exit_code>`, then what was printed. `task`: the one that was asked after. */
export function taskEndInWords(result: string, task: string | undefined): TaskEnd | undefined {
  if (task === undefined) return undefined;
  const first = result.slice(0, FIRST_WORDS);
  const head = first.slice(0, PRINTED.exec(first)?.index);
  const code = tagged(head, 'exit_code');
  const exitCode = code !== undefined && /^-?\d{1,10}$/.test(code) ? Number(code) : undefined;
  const outcome = outcomeOf(tagged(head, 'status'), exitCode);
  return outcome === undefined ? undefined : endOf(task, outcome, exitCode);
}

function endOf(task: string | undefined, outcome: Outcome, exitCode: number | undefined): TaskEnd {
  const why = exitCode === undefined ? `It ${outcome}.` : `exit code ${exitCode}`;
  return { task, call: undefined, outcome, error: outcome === 'done' ? undefined : why };
}
