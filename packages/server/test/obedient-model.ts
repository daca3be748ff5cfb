import type { Model } from '@toolthread/core/context';
import { scriptedModel } from '@toolthread/providers/scripted';

/** Calls the tool when its name is said, and repeats whatever else it hears. */
export function obedientModel(tool: string): Model {
  return scriptedModel(
    ({ prompt, turn }) =>
      turn === 0 && prompt === tool
        ? [{ type: 'call', name: tool, arguments: {} }]
        : [{ type: 'text', text: `Heard: ${prompt}.` }],
    { speed: Infinity },
  );
}
