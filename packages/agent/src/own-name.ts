import { OWN_AGENT } from '@toolthread/core';

/** `ownName('agent:coder') === '@coder'`: under which name an agent writes in the chat. */
export function ownName(scope: string | undefined): string {
  if (scope === undefined) return OWN_AGENT;
  return `@${scope.slice(scope.indexOf(':') + 1)}`;
}
