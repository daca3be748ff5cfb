import { basePath } from '../page/base-path.ts';
import { pathOf } from '../page/use-route.ts';

/** A page that shows one thing of a thread, in a window of its own. */
export type View =
  | { readonly kind: 'request'; readonly thread: string; readonly step: number; readonly scope: string | undefined }
  | { readonly kind: 'events'; readonly thread: string; readonly from: number; readonly to: number | undefined }
  | {
      readonly kind: 'result';
      readonly thread: string;
      readonly call: string;
      readonly by: 'id' | 'place';
      /** What the page calls it by. */
      readonly tool?: string;
    };

/** `viewAddress({ kind: 'result', thread: 't1', call: 'c1', by: 'id' })` is `/t/t1/result?call=c1`. */
export function viewAddress(view: View): string {
  const { kind, thread } = view;
  return `${pathOf(thread)}/${kind}?${new URLSearchParams(queryOf(view)).toString()}`;
}

function queryOf(view: View): Record<string, string> {
  switch (view.kind) {
    case 'request':
      return { step: String(view.step), ...(view.scope === undefined ? {} : { scope: view.scope }) };
    case 'events':
      return { from: String(view.from), ...(view.to === undefined ? {} : { to: String(view.to) }) };
    case 'result':
      return {
        ...(view.by === 'place' ? { place: view.call } : { call: view.call }),
        ...(view.tool === undefined ? {} : { tool: view.tool }),
      };
    default:
      return view satisfies never;
  }
}

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
