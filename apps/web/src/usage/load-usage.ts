import { lateStyles } from '../late/late-styles.ts';
import { UsagePage } from './usage-page.tsx';
import address from './usage.css?url';

export async function loadUsage(): Promise<typeof UsagePage> {
  await lateStyles(address);
  return UsagePage;
}
