import { lateStyles } from '../late/late-styles.ts';
import { SearchAll } from './search-all.tsx';
import address from './search.css?url';

export async function loadSearch(): Promise<typeof SearchAll> {
  await lateStyles(address);
  return SearchAll;
}
