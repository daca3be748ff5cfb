/** The path under which this page's server is reached, as the server wrote it into the page: `''` at the root of its host. */
export const basePath: string =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="toolthread-base"]')?.content ?? '';
