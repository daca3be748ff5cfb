import address from '../styles/late.css?url';
import { lateStyles } from './late-styles.ts';

/** A part, and the styles that several late parts share: it is drawn when both are here. */
export async function withLateStyles<Part>(part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part, lateStyles(address)]);
  return loaded;
}
