import type { LedgerEvent } from '../../ledger/ledger-event.ts';
import { readContractEvent } from './contract-event.ts';
import type { ContractEvent } from './contract-event.ts';
import { LedgerWriter } from '../../ledger/ledger-writer.ts';
import { LiveExecution } from './live-execution.ts';
import type { Verdict } from './live-execution.ts';
import { LiveSession } from './live-session.ts';
import { rawText } from '../from-messages/read-message.ts';

/**
 * The live events of a foreign back end as a ledger, with an account of every one ([L4]). A result finds its call by
 * `tool_call_id`, and by name and order where that is null. The thread is the first session named; events of another are hidden.
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * const events = fromContractEvents([{ type: 'agent.tool.started', tool_name: 'search', tool_call_id: null }]);
 * foldAll(events).account.records; //=> 1
 */
export function fromContractEvents(events: readonly unknown[]): LedgerEvent[] {
  const given: unknown = events;
  const elements: readonly unknown[] = Array.isArray(given) ? given : [given];
  const read = elements.map(readContractEvent);
  const session = read.flatMap((event) => ('session' in event ? (event.session ?? []) : []))[0];
  const writer = new LedgerWriter(session ?? 'contract-events', {
    format: 'contract-events',
    ...(session === undefined ? {} : { session }),
  });
  const executions = new Map<string | undefined, LiveExecution>();
  const shared = new LiveSession(writer);
  const executionOf = (name: string | undefined): LiveExecution => {
    const known = executions.get(name) ?? new LiveExecution(shared, name);
    executions.set(name, known);
    return known;
  };
  read.forEach((event, index) => {
    const verdict = verdictOf(event, session, executionOf, writer);
    const raw = verdict.fate === 'malformed' ? rawText(elements[index]) : undefined;
    writer.account({ line: index + 1 }, verdict.fate, verdict.rule, raw);
  });
  return writer.events;
}

function verdictOf(
  event: ContractEvent | { readonly reason: string },
  session: string | undefined,
  executionOf: (name: string | undefined) => LiveExecution,
  writer: LedgerWriter,
): Verdict {
  if ('reason' in event) return { fate: 'malformed', rule: event.reason };
  if (event.session !== undefined && event.session !== session) return { fate: 'hidden', rule: 'other_session' };
  writer.moveTo(event.at);
  const execution = executionOf(event.execution);
  switch (event.type) {
    case 'agent.status':
      return execution.status(event);
    case 'agent.step.started':
      return execution.stepStarted(event);
    case 'agent.step.completed':
      return execution.stepCompleted(event);
    case 'agent.tool.started':
      return execution.toolStarted(event);
    case 'agent.tool.completed':
      return execution.toolCompleted(event);
    case 'agent.stream.chunk':
      return execution.chunk(event);
    case 'agent.continuation':
      return execution.continuation(event);
    default:
      return { fate: 'malformed', rule: 'unknown_type' };
  }
}
