import { isJsonObject } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { argumentsObject } from './arguments-object.ts';
import { sendable } from './sendable.ts';

/**
 * Arguments as the text of a JSON object: the model's own bytes if they are one, else as `argumentsObject` has it. Some servers
 * parse this text.
 *
 * `argumentsText('[1]') === '{"input":[1]}'`
 */
export function argumentsText(text: string): string {
  return isObjectText(text) ? text : JSON.stringify(argumentsObject(text));
}

function isObjectText(text: string): boolean {
  // To throw costs more than all else here.
  if (!text.trimStart().startsWith('{')) return false;
  try {
    const value: Json = JSON.parse(text);
    return isJsonObject(value) && sendable(value) === value;
  } catch {
    return false;
  }
}
