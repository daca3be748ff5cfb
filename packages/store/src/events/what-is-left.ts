import type { LedgerEvent } from '@toolthread/core';
import type { Purge } from './purge-event.ts';

/**
 * What is in the place of a purged event: that it was removed, why and by whom. One that ends or settles something still does so, without its words: a purge
 * lets nothing run on, ask again or end otherwise. `whatIsLeft(event, purge)`
 */
export function whatIsLeft(event: LedgerEvent, { purged, by }: Purge): LedgerEvent {
  const words = `Removed by ${by}: ${purged}`;
  if (event.type === 'agent.tool.completed') {
    const { name, parts: _p, structured: _s, error, full_size: _f, full_blob: _b, ...ended } = event;
    // Without an id only the name says whose result it is.
    const named = name !== undefined && event.call === undefined ? { name } : {};
    const failure = error === undefined ? {} : { error: { message: words } };
    return { ...ended, ...named, ...failure, parts: [{ type: 'text', text: words }] };
  }
  if (event.type === 'agent.step.completed') {
    const { error, ...ended } = event;
    return error === undefined ? ended : { ...ended, error: { message: words } };
  }
  if (event.type === 'agent.status') {
    const { error_message: message, source_id: _i, asked_by: _a, ...told } = event;
    return message === undefined ? told : { ...told, error_message: words };
  }
  if (event.type === 'request.resolved') {
    const { answers: _a, executed_arguments: executed, reason: _r, by: _b, ...settled } = event;
    // What ran is not known any more. If it has not run yet, it does not run as it was proposed.
    const edited = executed === undefined ? {} : { executed_arguments: '{}' };
    return { ...settled, ...edited, reason: words };
  }
  const { v, thread, seq, at } = event;
  const run = event.run === undefined ? {} : { run: event.run };
  const scope = event.scope === undefined ? {} : { scope: event.scope };
  return { v, thread, seq, at, ...run, ...scope, type: 'event.purged', purged, by };
}
