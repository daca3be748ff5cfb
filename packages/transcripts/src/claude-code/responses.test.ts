import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newStep } from '../thread/open-step.ts';
import type { OpenStep } from '../thread/open-step.ts';
import { Responses } from './responses.ts';
import type { Response } from './responses.ts';

/** What the reader does with the lines of responses: each has the next part, and sometimes it is told again under another number. */
function read(
  lines: readonly (readonly [id: number, isChild: boolean, isCall: boolean])[],
  mostNear: number,
): string[] {
  let steps = 0;
  let open: OpenStep | undefined;
  const responses = new Responses((step) => step === open, mostNear);
  return lines.map(([id, isChild, isCall]) => {
    const scope = isChild ? 'child:a' : undefined;
    const known = responses.find(`msg_${id}`, scope);
    steps += 1;
    if (known === undefined) open = newStep(scope, steps, undefined);
    const response: Response = known ?? responses.begin(`msg_${id}`, open ?? newStep(scope, steps, undefined));
    const { step, number } = response;
    if (known !== undefined && isCall) step.step = steps;
    step.parts += 1;
    if (isCall) step.calls += 1;
    step.said = !isCall;
    step.cited = isCall && isChild;
    step.answered ||= isChild;
    const { at: _, ...kept } = step;
    return JSON.stringify([number, kept]);
  });
}

it('[L1] a response goes on where it was, however many came since', () => {
  const line = fc.tuple(fc.nat(12), fc.boolean(), fc.boolean());
  fc.assert(
    fc.property(fc.array(line, { maxLength: 80 }), fc.integer({ min: 1, max: 5 }), (lines, mostNear) => {
      expect(read(lines, mostNear)).toEqual(read(lines, Infinity));
    }),
  );
});
