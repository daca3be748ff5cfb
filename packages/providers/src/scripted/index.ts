/** A model that plays a script, without a network. */
export type { Piece, Script, Turn } from './script.ts';
export type { Seen, SeenResult } from './seen.ts';
export { scriptedModel, type ScriptedOptions } from './scripted-model.ts';
