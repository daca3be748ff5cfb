/** What the screen showed: questions (`ask`) and lines (`say`), each with its own kind. */
import type { ContentPart } from '@toolthread/core';
import type { DiffData } from '@toolthread/core/events';
import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { FOLDED, hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { parseJson } from '../records/parse-json.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { timeOf } from '../records/time-of.ts';
import { urlPart } from '../records/url-part.ts';
import { usageOf } from '../thread/usage-of.ts';

export class UiMessages {
  readonly #thread: ThreadWriter;
  /** A command whose output is still being printed. */
  #running: { readonly call: string; readonly printed: string[] } | undefined;
  /** A call that waits for a person's approval. */
  #asked: { readonly call: string; readonly text: string } | undefined;

  constructor(thread: ThreadWriter) {
    this.#thread = thread;
  }

  tell(message: JsonFields): Fate {
    this.#thread.moveTo(timeOf(message['ts']));
    if (message['partial'] === true) return hidden('partial');
    const kind = textOf(message['say']) ?? textOf(message['ask']) ?? 'none';
    const text = textOf(message['text']) ?? '';
    // A command and what it prints are said or asked, without a difference.
    if (kind === 'command_output') return this.#print(text);
    this.#endCommand();
    if (kind === 'command') return this.#command(text);
    return message['type'] === 'say' ? this.#say(kind, text, message) : this.#ask(kind, text);
  }

  end(): void {
    this.#endCommand();
  }

  #say(kind: string, text: string, message: JsonFields): Fate {
    const thread = this.#thread;
    switch (kind) {
      case 'task':
      case 'user_feedback':
      case 'user_feedback_diff':
        return this.#post(text, message);
      case 'api_req_started':
        return this.#begin(text);
      case 'text':
        return this.#words(text);
      case 'reasoning':
        if (text === '') return hidden('empty');
        thread.reasoning(thread.step(), text);
        return SHOWN;
      case 'completion_result':
        if (text === '') return hidden('empty');
        thread.part(thread.step(), { kind: 'text', text, phase: 'answer' });
        return SHOWN;
      case 'tool':
      case 'browser_action':
      case 'use_mcp_server':
        return this.#call(kind, text, 'done');
      case 'mcp_server_response':
        return this.#respond(text);
      case 'error':
      case 'diff_error':
        thread.closeStep();
        thread.status('failed', text === '' ? 'The task failed.' : text);
        return SHOWN;
      default:
        return hidden(SILENT.has(kind) ? `say:${kind}` : `unknown:say:${kind}`);
    }
  }

  #ask(kind: string, text: string): Fate {
    switch (kind) {
      case 'tool':
      case 'browser_action_launch':
      case 'use_mcp_server':
        return this.#call(kind, text, undefined);
      case 'followup':
      case 'plan_mode_respond':
        return this.#words(questionOf(text));
      case 'completion_result':
        return text === '' ? hidden('empty') : this.#words(text);
      case 'api_req_failed':
        this.#thread.failedAttempt(text === '' ? 'The provider failed.' : text);
        return SHOWN;
      default:
        return hidden(SILENT.has(kind) ? `ask:${kind}` : `unknown:ask:${kind}`);
    }
  }

  #post(text: string, message: JsonFields): Fate {
    const images = listOf(message['images']).flatMap((url) => (typeof url === 'string' ? [urlPart('image', url)] : []));
    const parts: readonly ContentPart[] = [...(text === '' ? [] : [{ type: 'text', text } as const]), ...images];
    if (parts.length === 0) return hidden('empty');
    this.#asked = undefined;
    this.#thread.post(parts);
    return SHOWN;
  }

  /** A request to the provider begins a step. Its line is replaced when the tokens are known. */
  #begin(text: string): Fate {
    const request = objectIn(text);
    const step = this.#thread.startStep();
    const names = { input: 'tokensIn', output: 'tokensOut', cacheRead: 'cacheReads', cacheWrite: 'cacheWrites' };
    step.usage = usageOf(request, names);
    if (textOf(request['cancelReason']) === 'user_cancelled') step.finish = 'aborted';
    return FOLDED;
  }

  #words(text: string): Fate {
    if (text === '') return hidden('empty');
    this.#thread.text(this.#thread.step(), text);
    return SHOWN;
  }

  /** A call is first asked for and then reported: both lines are one call. */
  #call(kind: string, text: string, outcome: 'done' | undefined): Fate {
    const asked = this.#asked;
    this.#asked = undefined;
    if (outcome !== undefined && asked?.text === text) {
      this.#thread.result(asked.call, { outcome });
      return FOLDED;
    }
    const tool = objectIn(text);
    const { tool: name, toolName } = tool;
    const call = this.#thread.call(this.#thread.step(), {
      name: typeof name === 'string' ? name : typeof toolName === 'string' ? toolName : kind,
      arguments: text === '' ? '{}' : text,
    });
    if (outcome === undefined) this.#asked = { call, text };
    else this.#thread.result(call, { outcome, structured: diffIn(tool) });
    return SHOWN;
  }

  #command(command: string): Fate {
    if (this.#asked?.text === command) return FOLDED;
    const call = this.#thread.call(this.#thread.step(), {
      name: 'execute_command',
      arguments: JSON.stringify({ command }),
    });
    this.#asked = undefined;
    this.#running = { call, printed: [] };
    return SHOWN;
  }

  #print(text: string): Fate {
    if (this.#running === undefined) return hidden('output-without-command');
    this.#running.printed.push(text);
    return FOLDED;
  }

  /** The screen does not say how a command ended, only what it printed. */
  #endCommand(): void {
    const running = this.#running;
    this.#running = undefined;
    if (running === undefined || running.printed.length === 0) return;
    const text = running.printed.join('\n');
    this.#thread.result(running.call, { outcome: 'done', parts: [{ type: 'text', text }] });
  }

  #respond(text: string): Fate {
    const asked = this.#asked;
    this.#asked = undefined;
    if (asked === undefined) return this.#words(text);
    return this.#thread.result(asked.call, { outcome: 'done', parts: [{ type: 'text', text }] });
  }
}

const SILENT = new Set([
  'api_req_finished',
  'api_req_retried',
  'checkpoint_created',
  'resume_task',
  'resume_completed_task',
  'mcp_server_request_started',
  'browser_action_launch',
  'browser_action_result',
  'shell_integration_warning',
  'task_progress',
  'clineignore_error',
  'deleted_api_reqs',
  'condense',
  'compaction',
  'subagent',
  'info',
]);

function objectIn(text: string): JsonFields {
  const parsed = text.startsWith('{') ? parseJson(text) : undefined;
  return parsed?.ok === true ? fieldsOf(parsed.value) : {};
}

function questionOf(text: string): string {
  const asked = objectIn(text);
  return textOf(asked['question']) ?? textOf(asked['response']) ?? text;
}

/** The screen's line of an edit holds the change itself. */
function diffIn(tool: JsonFields): DiffData | undefined {
  const patch = textOf(tool['diff']);
  const path = textOf(tool['path']);
  return patch === undefined || path === undefined ? undefined : { kind: 'diff', path, patch };
}
