import { lateStyles } from '../late/late-styles.ts';
import { SettingsPage } from './settings-page.tsx';
import address from './settings-page.css?url';

export async function loadSettings(): Promise<typeof SettingsPage> {
  await lateStyles(address);
  return SettingsPage;
}
