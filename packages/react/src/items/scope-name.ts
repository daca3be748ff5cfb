import { memberName, TEAM_SCOPE } from '@toolthread/core';

/** `scopeName('agent:coder') === '@coder'`; the thread's own agent has no name here. */
export function scopeName(scope: string | undefined): string | undefined {
  if (scope === TEAM_SCOPE) return 'Team';
  const name = memberName(scope);
  return name === undefined ? undefined : `@${name}`;
}
