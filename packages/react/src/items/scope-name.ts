/** `scopeName('agent:coder') === '@coder'`; the thread's own agent has no name here. */
export function scopeName(scope: string | undefined): string | undefined {
  if (scope === undefined) return undefined;
  if (scope === 'team') return 'Team';
  return scope.startsWith('agent:') ? `@${scope.slice('agent:'.length)}` : undefined;
}
