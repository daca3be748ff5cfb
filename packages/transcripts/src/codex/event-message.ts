/** Events for Codex's own screen: they add to the items how calls ended, tokens, aborts; words only where there is no item. */
import type { Usage } from '@toolthread/core';
import { fieldsOf, listOf, numberIn, textIn } from '../fields.ts';
import type { Fields } from '../fields.ts';
import { FOLDED, hidden, SHOWN } from '../fate.ts';
import type { Fate } from '../fate.ts';
import { urlPart } from '../url-part.ts';
import { usageOf } from '../usage-of.ts';
import { callReportOf } from './call-event.ts';
import { saidText } from './injected-text.ts';
import { phaseOf } from './response-item.ts';
import type { Rollout } from './rollout.ts';
import { eventOfItem } from './turn-item.ts';

export function readEvent(rollout: Rollout, type: string, event: Fields): Fate {
  switch (type) {
    case 'user_message':
      return readPrompt(rollout, event);
    case 'agent_message':
      rollout.mirrors.event({ kind: 'text', text: textIn(event, 'message') ?? '', phase: phaseOf(event) });
      return FOLDED;
    case 'agent_reasoning':
    case 'agent_reasoning_raw_content':
      rollout.mirrors.event({ kind: 'reasoning', text: textIn(event, 'text') ?? '' });
      return FOLDED;
    case 'token_count':
      return readTokens(rollout, event);
    case 'task_started':
    case 'turn_started':
      rollout.endResponse();
      rollout.thread.status('running');
      return FOLDED;
    case 'task_complete':
    case 'turn_complete':
      return readEnd(rollout, event);
    case 'turn_aborted':
      return readAbort(rollout, event);
    case 'thread_rolled_back':
      return rollout.rollBack(numberIn(event, 'num_turns') ?? 1) ? SHOWN : hidden('nothing-to-roll-back');
    case 'error':
      rollout.endResponse();
      rollout.thread.status('failed', textIn(event, 'message') ?? 'The turn failed.');
      return SHOWN;
    case 'thread_name_updated':
      rollout.thread.name(textIn(event, 'thread_name'));
      rollout.thread.rename();
      return FOLDED;
    case 'item_completed':
      return readTurnItem(rollout, fieldsOf(event['item']));
    case 'web_search_end':
      rollout.searched({
        id: textIn(event, 'call_id'),
        name: 'web_search',
        arguments: JSON.stringify(event['action'] ?? { query: textIn(event, 'query') ?? '' }),
      });
      return FOLDED;
    case 'context_compacted':
    case 'image_generation_end':
    case 'view_image_tool_call':
    case 'dynamic_tool_call_request':
      return FOLDED;
    case 'entered_review_mode':
    case 'exited_review_mode':
    case 'thread_settings_applied':
    case 'thread_goal_updated':
    case 'guardian_assessment':
    case 'undo_completed':
      return hidden(type);
    default:
      return readCallEvent(rollout, type, event);
  }
}

function readPrompt(rollout: Rollout, event: Fields): Fate {
  const said = saidText(textIn(event, 'message') ?? '');
  if (said.kind === 'injected') return hidden(said.rule);
  if (rollout.mirrors.userEvent(said.text)) return FOLDED;
  const images = listOf(event['images']).flatMap((url) => (typeof url === 'string' ? [urlPart('image', url)] : []));
  const words = said.text === '' ? [] : [{ type: 'text', text: said.text } as const];
  if (words.length + images.length === 0) return hidden('empty');
  rollout.beginTurn();
  rollout.thread.post([...words, ...images]);
  return SHOWN;
}

/** Each report repeats the total: one that does not move it is about nothing new. */
function readTokens(rollout: Rollout, event: Fields): Fate {
  const info = fieldsOf(event['info']);
  const total = JSON.stringify(info['total_token_usage'] ?? null);
  if (total === 'null' || total === rollout.totalTokens) return hidden('same-tokens');
  rollout.totalTokens = total;
  rollout.count(usageIn(fieldsOf(info['last_token_usage'])));
  return FOLDED;
}

function usageIn(counted: Fields): Usage | undefined {
  const cached = numberIn(counted, 'cached_input_tokens');
  const input = numberIn(counted, 'input_tokens');
  return usageOf({
    input: input === undefined ? undefined : input - (cached ?? 0),
    output: numberIn(counted, 'output_tokens'),
    cacheRead: cached,
    cacheWrite: numberIn(counted, 'cache_write_input_tokens'),
    reasoning: numberIn(counted, 'reasoning_output_tokens'),
  });
}

function readEnd(rollout: Rollout, event: Fields): Fate {
  const failed = textIn(fieldsOf(event['error']), 'message') ?? textIn(event, 'error');
  rollout.endResponse();
  if (failed === undefined) rollout.thread.status('completed');
  else rollout.thread.status('failed', failed);
  return failed === undefined ? FOLDED : SHOWN;
}

/** A person, or a limit, ended the turn: what still ran did not get to its end. */
function readAbort(rollout: Rollout, event: Fields): Fate {
  const reason = textIn(event, 'reason') ?? 'interrupted';
  rollout.endResponse();
  rollout.thread.interruptOpenCalls();
  if (reason === 'interrupted') rollout.thread.status('cancelled');
  else rollout.thread.status('cancelled', `Stopped: ${reason.replaceAll('_', ' ')}.`);
  return SHOWN;
}

/** The paginated generation tells the same of whole items. */
function readTurnItem(rollout: Rollout, item: Fields): Fate {
  const same = eventOfItem(item);
  return same === undefined
    ? hidden(`unknown:item/${textIn(item, 'type') ?? 'none'}`)
    : readEvent(rollout, same.type, same.event);
}

/** Of a call that an item made, it tells how it ended; of any other, it is the only record. */
function readCallEvent(rollout: Rollout, type: string, event: Fields): Fate {
  const told = callReportOf(type, event);
  if (told === undefined) return hidden(`unknown:event_msg/${type}`);
  const id = textIn(event, 'call_id') ?? textIn(event, 'event_id') ?? '';
  if (rollout.isCall(id)) return rollout.report(id, told.report);
  if (told.call === undefined || id === '') return hidden(`${type}:no-call`);
  const { outcome = 'done', ...report } = told.report;
  rollout.callAndResult({ ...told.call, id }, { ...report, outcome, ...told.words });
  return SHOWN;
}
