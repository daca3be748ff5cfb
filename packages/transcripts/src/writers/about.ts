/** What a reader wants to know before the first line: whose session it is, where it worked, with which models, and when. */
import { dayOf } from './day-of.ts';
import { timeline } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import { filledTextOf } from '@toolthread/core/json';

/** What is above a thread. */
export interface About {
  readonly title: string | undefined;
  readonly format: string | undefined;
  /** The session that started it, where it is a subagent's and its file says so. */
  readonly parent?: string | undefined;
  readonly workspace: string | undefined;
  /** Those that answered, in their order. */
  readonly models: readonly string[];
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
}

/**
 * What a thread says of itself.
 *
 * @example
 * aboutThread(exampleThread).title; //=> 'Parser'
 */
export function aboutThread(thread: Thread): About {
  const { state } = thread;
  const models = new Set<string>();
  for (const [, { config }] of state.steps.entries()) {
    const model = filledTextOf(config?.model);
    if (model !== undefined) models.add(model);
  }
  const times = Array.from(timeline(thread).items, ({ at }) => at).filter((at) => at > 0);
  return {
    title: state.title,
    format: state.source?.format,
    parent: state.source?.parent,
    workspace: state.workspace,
    models: [...models],
    startedAt: times.length === 0 ? undefined : Math.min(...times),
    endedAt: times.length === 0 ? undefined : Math.max(...times),
  };
}

/**
 * The words of a line above a thread; what is not known is left out.
 *
 * @example
 * const about = { title: 'Parser', format: 'codex', workspace: '/home/me/parser', models: ['gpt-5'], startedAt: undefined, endedAt: undefined };
 * aboutWords(about); //=> ['codex', '/home/me/parser', 'gpt-5']
 */
export function aboutWords({ format, parent, workspace, models, startedAt, endedAt }: About): readonly string[] {
  const whose = parent === undefined ? undefined : `subagent of ${parent}`;
  return [
    format,
    whose,
    workspace,
    models.length === 0 ? undefined : models.join(', '),
    spanText(startedAt, endedAt),
  ].filter((word) => word !== undefined);
}

/**
 * `2026-02-02 03:40`, in the time zone of the reader; undefined if the file does not say when.
 *
 * @example
 * timeText(0); //=> undefined
 */
export function timeText(at: number | undefined): string | undefined {
  if (at === undefined || !(at > 0) || at > LAST_DAY) return undefined;
  const day = new Date(at);
  return `${dayOf(at)} ${two(day.getHours())}:${two(day.getMinutes())}`;
}

/** The last one that a date can name. */
const LAST_DAY = 8.64e15;

function spanText(from: number | undefined, to: number | undefined): string | undefined {
  const [first, last] = [timeText(from), timeText(to)];
  if (first === undefined || last === undefined || first === last) return first ?? last;
  const [day] = first.split(' ');
  return `${first} to ${last.startsWith(`${day} `) ? last.slice(`${day} `.length) : last}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
