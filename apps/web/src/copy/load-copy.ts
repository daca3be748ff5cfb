import { lateStyles } from '../late/late-styles.ts';
import { withLateStyles } from '../late/with-late-styles.ts';
import address from '../views/views.css?url';

/** With the styles of dialogs, and its own. */
export async function loadCopy() {
  const [{ CopyDialog }] = await Promise.all([withLateStyles(import('./copy-dialog.tsx')), lateStyles(address)]);
  return CopyDialog;
}
