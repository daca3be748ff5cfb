/** Text for people, and nothing else: small enough for a program that must start at once. */
export { visible } from './visible.ts';
export { countOf, formatDuration, formatMeta, formatSize } from './format.ts';
