import { isJsonObject } from '@toolthread/core';
import type { JsonObject, ToolSchema } from '@toolthread/core';
import { sendable } from '../wire/sendable.ts';

/** A tool's schema as it is sent. One that says nothing says `object`: without it the tool is refused. */
export function toolParameters({ parameters }: ToolSchema): JsonObject {
  const schema = sendable(parameters);
  return { type: 'object', properties: {}, ...(schema !== undefined && isJsonObject(schema) ? schema : {}) };
}
