import { lateStyles } from '../late/late-styles.ts';
import { viewAt } from './view-at.ts';
import { ViewPage } from './view-page.tsx';
import address from './views.css?url';

/** The page for this address, and what it shows. Undefined if the address is another page's. */
export async function loadView(): Promise<
  { ViewPage: typeof ViewPage; view: NonNullable<ReturnType<typeof viewAt>> } | undefined
> {
  const view = viewAt(location);
  if (view === undefined) return undefined;
  // Without its styles it can still be read.
  await lateStyles(address).catch(() => undefined);
  return { ViewPage, view };
}
