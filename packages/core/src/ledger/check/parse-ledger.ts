/** A ledger as a file: one event in each line, as JSON. */
import { exactJson } from '../json/exact-json.ts';
import { shown } from './check.ts';
import type { LedgerEvent } from '../ledger-event.ts';
import { parseEvent, type ParsedEvent } from './parse-event.ts';

/** The events of a file, and the lines that are not events. */
export interface ParsedLedger {
  readonly events: LedgerEvent[];
  /** Lines count from 1. */
  readonly problems: { readonly line: number; readonly reason: string }[];
}

/**
 * A ledger from a file: one event in each line, as JSON. A bad line does not affect the others.
 *
 * @example
 * parseLedger('{}\n').problems[0]?.line; //=> 1
 */
export function parseLedger(text: string): ParsedLedger {
  const ledger: ParsedLedger = { events: [], problems: [] };
  text.split('\n').forEach((untrimmed, index) => {
    // Takes a byte order mark and a carriage return too.
    const line = untrimmed.trim();
    if (line === '') return;
    const parsed = parseLine(line);
    if (parsed.ok) ledger.events.push(parsed.event);
    else ledger.problems.push({ line: index + 1, reason: parsed.reason });
  });
  return ledger;
}

/**
 * A ledger as a file: one event in each line, as JSON.
 *
 * @example
 * import { parseLedger } from '@toolthread/core';
 * parseLedger(writeLedger(exampleEvents)).events; //=> exampleEvents
 */
export function writeLedger(events: Iterable<LedgerEvent>): string {
  let text = '';
  for (const event of events) text += `${JSON.stringify(event)}\n`;
  return text;
}

function parseLine(line: string): ParsedEvent {
  try {
    return parseEvent(exactJson(line));
  } catch {
    return { ok: false, reason: `a line must be JSON, got ${shown(line)}` };
  }
}
