/** Keys of the fold's maps. Numbers come first and lengths are given, so that no hostile name can imitate another key. */

export function scopeKey(scope: string | undefined): string {
  return scope ?? '';
}

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
