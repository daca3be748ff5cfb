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
