import fc from 'fast-check';

const TYPES = `start start-step finish-step reset-step text-start text-delta text-end reasoning-delta reasoning-end tool-input-start
  tool-input-delta tool-call tool-input-available tool-input-error tool-result tool-output-available tool-error tool-output-error
  tool-output-denied tool-approval-request tool-approval-response source file custom steering-message finish abort error`;
const id = fc.constantFrom('a', 'b', '', '__proto__');

/** A part of a stream of the AI SDK, of a type that there is, with anything in its fields. */
export const anySdkPart: fc.Arbitrary<object> = fc.record({
  type: fc.constantFrom(...TYPES.split(/\s+/)),
  id,
  toolCallId: id,
  toolName: fc.oneof(fc.constant('save'), fc.anything()),
  input: fc.anything(),
  output: fc.anything(),
  text: fc.anything(),
  delta: fc.string(),
  error: fc.anything(),
  invalid: fc.boolean(),
  providerExecuted: fc.boolean(),
  toolCall: fc.record({ toolCallId: id }),
  approvalId: id,
  approved: fc.boolean(),
  file: fc.anything(),
  parts: fc.anything(),
  providerMetadata: fc.anything(),
  finishReason: fc.constantFrom('stop', 'tool-calls', 'length', 'error', undefined),
});
