/** Events for Codex's own screen: they add to the items how calls ended, tokens, aborts; words only if there is no item. */
import { fieldsOf, listOf, numberOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { FOLDED, hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { urlPart } from '../records/url-part.ts';
import { usageOf } from '../thread/usage-of.ts';
import type { CountNames } from '../thread/usage-of.ts';
import { callEvent } from './call-event.ts';
import { agentFailures } from './agent-failures.ts';
import { agentsIn } from './call-report.ts';
import { requestIn } from './said-text.ts';
import { phaseOf } from '@toolthread/core/events';
import type { Rollout } from './rollout.ts';
import { eventOfItem } from './event-of-item.ts';

const COUNTED: CountNames = {
  input: 'input_tokens',
  output: 'output_tokens',
  cacheRead: 'cached_input_tokens',
  cacheWrite: 'cache_write_input_tokens',
  reasoning: 'reasoning_output_tokens',
  inputHolds: 'cache',
};

export function readEvent(rollout: Rollout, type: string, event: JsonFields): Fate {
  switch (type) {
    case 'user_message':
      return readPrompt(rollout, event);
    case 'agent_message':
      rollout.told({ kind: 'text', text: textOf(event['message']) ?? '', phase: phaseOf(event['phase']) });
      return FOLDED;
    case 'agent_reasoning':
    case 'agent_reasoning_raw_content':
      rollout.told({ kind: 'reasoning', text: textOf(event['text']) ?? '' });
      return FOLDED;
    case 'token_count':
      return readTokens(rollout, event);
    case 'task_started':
    case 'turn_started':
      rollout.endResponse();
      rollout.thread.status('running', undefined, rollout.scope);
      return FOLDED;
    case 'task_complete':
    case 'turn_complete':
      return readEnd(rollout, event);
    case 'turn_aborted':
      return readAbort(rollout, event);
    case 'thread_rolled_back':
      return rollout.rollBack(numberOf(event['num_turns']) ?? 1) ? FOLDED : hidden('nothing-to-roll-back');
    case 'error':
      rollout.endResponse('cut');
      rollout.thread.status('failed', textOf(event['message']) ?? 'The turn failed.', rollout.scope);
      return SHOWN;
    case 'thread_name_updated':
      if (rollout.scope !== undefined) return hidden('name-of-subagent');
      rollout.thread.name(textOf(event['thread_name']));
      rollout.thread.rename();
      return FOLDED;
    case 'item_completed':
      return readTurnItem(rollout, fieldsOf(event['item']));
    case 'web_search_end':
      rollout.searches.event({
        at: rollout.thread.at,
        id: textOf(event['call_id']),
        name: 'web_search',
        arguments: JSON.stringify(event['action'] ?? { query: textOf(event['query']) ?? '' }),
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

/** The event is a person's message, whatever it begins with; older files mark the others by their kind. */
function readPrompt(rollout: Rollout, event: JsonFields): Fate {
  const kind = textOf(event['kind']) ?? 'plain';
  if (kind !== 'plain') return hidden(kind.replaceAll('_', '-'));
  const text = requestIn(textOf(event['message']) ?? '');
  if (rollout.mirrors.userEvent(text)) return FOLDED;
  const images = listOf(event['images']).flatMap((url) => (typeof url === 'string' ? [urlPart('image', url)] : []));
  const words = text === '' ? [] : [{ type: 'text', text } as const];
  if (words.length + images.length === 0) return hidden('empty');
  rollout.beginTurn();
  rollout.thread.post([...words, ...images], { scope: rollout.scope });
  return SHOWN;
}

/** Each report repeats the total: if it has not changed, the report is a repetition. */
function readTokens(rollout: Rollout, event: JsonFields): Fate {
  const info = fieldsOf(event['info']);
  const total = JSON.stringify(info['total_token_usage'] ?? null);
  if (total === 'null' || total === rollout.totalTokens) return hidden('same-tokens');
  rollout.totalTokens = total;
  rollout.count(usageOf(fieldsOf(info['last_token_usage']), COUNTED));
  return FOLDED;
}

function readEnd(rollout: Rollout, event: JsonFields): Fate {
  const failed = textOf(fieldsOf(event['error'])['message']) ?? textOf(event['error']);
  rollout.endResponse(failed === undefined ? 'whole' : 'cut');
  rollout.thread.status(failed === undefined ? 'completed' : 'failed', failed, rollout.scope);
  return failed === undefined ? FOLDED : SHOWN;
}

/** A person, or a limit, ended the turn: calls that still ran were interrupted. */
function readAbort(rollout: Rollout, event: JsonFields): Fate {
  const reason = textOf(event['reason']) ?? 'interrupted';
  rollout.endResponse('cut');
  rollout.thread.interruptOpenCalls(rollout.scope);
  const why = reason === 'interrupted' ? undefined : `Stopped: ${reason.replaceAll('_', ' ')}.`;
  rollout.thread.status('cancelled', why, rollout.scope);
  return SHOWN;
}

/** The paginated generation tells the same of whole items. */
function readTurnItem(rollout: Rollout, item: JsonFields): Fate {
  const same = eventOfItem(item);
  return same === undefined
    ? hidden(`unknown:item/${textOf(item['type']) ?? 'none'}`)
    : readEvent(rollout, same.type, same.event);
}

/** Of a call that an item made, or the next one makes, it tells how it ended; of any other, it is the only record. */
function readCallEvent(rollout: Rollout, type: string, event: JsonFields): Fate {
  const told = callEvent(type, event);
  if (told === undefined) return hidden(`unknown:event_msg/${type}`);
  const id = textOf(event['call_id']) ?? textOf(event['event_id']) ?? '';
  for (const agent of agentsIn(event)) rollout.startAgent(agent, id);
  if (type === 'collab_waiting_end') rollout.failAgents(agentFailures(event));
  if (rollout.isCall(id)) return rollout.report(id, told.report, told.words);
  if (id !== '') rollout.reportEarly(id, told);
  return told.call === undefined || id === '' ? hidden(`${type}:no-call`) : SHOWN;
}
