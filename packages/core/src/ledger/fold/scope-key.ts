/**
 * The key of a scope in `state.scopes`.
 *
 * @example
 * exampleState.scopes.get(scopeKey(undefined))?.status; //=> 'completed'
 */
export function scopeKey(scope: string | undefined): string {
  return scope ?? '';
}

/**
 * The key of a step in `state.steps`.
 *
 * @example
 * exampleState.steps.get(stepKey(undefined, 2))?.end?.reason; //=> 'stop'
 */
export function stepKey(scope: string | undefined, step: number): string {
  return `${step}|${scope ?? ''}`;
}

export function placeKey(scope: string | undefined, step: number, part: number): string {
  return `${step}|${part}|${scope ?? ''}`;
}

/** How an event names a call: by id within a step, by id alone, by its place, or by tool name and order. */
export function callNameKey(scope: string | undefined, step: number | undefined, id: string): string {
  return `${step ?? ''}|${scope?.length ?? 0}|${scope ?? ''}|${id}`;
}

export function toolNameKey(scope: string | undefined, name: string): string {
  return `~|${scope?.length ?? 0}|${scope ?? ''}|${name}`;
}
