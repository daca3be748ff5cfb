export type * from './item.ts';
export { ANSWER_THRESHOLD, textPlacement } from './placement.ts';
export type { TextPlacement } from './placement.ts';
export { HUMAN } from './place-mark.ts';
export { timeline } from './timeline.ts';
