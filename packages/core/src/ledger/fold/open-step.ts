import type { AnomalyReason, Part, Step, ThreadState } from '../thread-state.ts';
import { stepKey } from './scope-key.ts';

/** A part may come a little before its neighbours; a place far away is a mistake of the writer. */
const MOST_ABSENT = 64;

export const ABSENT: Part = { kind: 'absent' };

/** The step an event is addressed to, or why it cannot be written to. */
export function openStep(
  state: ThreadState,
  event: { scope?: string; run?: string; step: number; part: number },
): Step | AnomalyReason {
  const step = state.steps.get(stepKey(event.scope, event.step));
  if (step === undefined) return 'step-unknown';
  if (step.end?.discarded === true) return 'step-discarded';
  // A run that numbers its steps from 1 again does not write into the answer of another.
  if (step.end !== undefined && event.run !== undefined && event.run !== step.run) return 'step-ended';
  if (event.part > step.parts.length + MOST_ABSENT) return 'part-too-far';
  return step;
}

export function setPart(step: Step, index: number, part: Part): Step {
  let { parts } = step;
  while (parts.length < index) parts = parts.append(ABSENT);
  return { ...step, parts: index < parts.length ? parts.set(index, part) : parts.append(part) };
}

/** `offset` makes repeats and overlaps harmless: only what is beyond the known text is added. */
export function extend(known: string, offset: number, text: string): string | undefined {
  if (offset > known.length) return undefined;
  return offset + text.length <= known.length ? known : known + text.slice(known.length - offset);
}

/** Whether the known text has something else at that place. */
export function contradicts(known: string, offset: number, text: string): boolean {
  const end = Math.min(known.length, offset + text.length);
  return offset < end && known.slice(offset, end) !== text.slice(0, end - offset);
}
