/** Text for people, and nothing else: small enough for a program that must start at once. */
export { visible } from '../blocks/visible.ts';
export { countOf, formatDuration, formatMeta, formatSize } from '../timeline/format.ts';
