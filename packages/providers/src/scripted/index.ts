export type * from './script.ts';
export { scriptedModel } from './scripted-model.ts';
export type { ScriptedOptions } from './scripted-model.ts';
