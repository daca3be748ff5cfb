import { basePath } from '../page/base-path.ts';
import type { View } from './view-address.ts';

/** What the address asks for; undefined for every other page. */
export function viewAt({ pathname, search }: Pick<Location, 'pathname' | 'search'>): View | undefined {
  const below = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : '';
  const [, id, kind] = /^\/t\/([^/][^/]*)\/(request|events|result)\/?$/.exec(below) ?? [];
  const thread = id === undefined ? undefined : decoded(id);
  if (thread === undefined) return undefined;
  const query = new URLSearchParams(search);
  if (kind === 'request')
    return { kind, thread, step: numberIn(query, 'step') ?? 1, scope: query.get('scope') ?? undefined };
  if (kind === 'events') return { kind, thread, from: numberIn(query, 'from') ?? 1, to: numberIn(query, 'to') };
  const [place, tool] = [query.get('place'), query.get('tool')];
  const named = tool === null ? {} : { tool };
  if (place !== null) return { kind: 'result', thread, call: place, by: 'place', ...named };
  return { kind: 'result', thread, call: query.get('call') ?? '', by: 'id', ...named };
}

function numberIn(query: URLSearchParams, name: string): number | undefined {
  const given = query.get(name) ?? '';
  return /^[1-9]\d{0,14}$/.test(given) ? Number(given) : undefined;
}

function decoded(id: string): string | undefined {
  try {
    return decodeURIComponent(id);
  } catch {
    return undefined;
  }
}
