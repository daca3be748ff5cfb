export type * from './completion-message.ts';
export { completionMessages } from './completion-messages.ts';
export { completionMessage, parametersOf, textOf } from './completion-views.ts';
