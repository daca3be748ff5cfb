/** The scope of a draft; the thread's own has none. */
export function scoped(scope: string | undefined): { readonly scope?: string } {
  return scope === undefined ? {} : { scope };
}
