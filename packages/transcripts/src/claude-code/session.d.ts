/** What the reader must remember of a session: its open responses, whose calls are whose, and who spawned whom. */
import type { EventDraft, Usage } from '@toolthread/core';
import type { Fields } from '../fields.ts';
import type { LedgerWriter } from '../reader.ts';
import { Counts } from './counts.ts';
import { Titles } from './titles.ts';
/** One response of the model: its lines share `message.id`, and need not stand together. */
export interface Response {
  readonly scope: string | undefined;
  readonly step: number;
  parts: number;
  /** Blocks already taken: older files repeat them in growing snapshots. */
  readonly calls: Set<string>;
  readonly texts: Set<string>;
  usage: Usage | undefined;
  finish: string | undefined;
  open: boolean;
}
export declare class Session {
  #private;
  readonly writer: LedgerWriter;
  readonly titles: Titles;
  readonly counts: Counts;
  constructor(writer: LedgerWriter);
  get place(): number;
  begin(record: Fields, type: string): void;
  write(record: Fields, draft: EventDraft): void;
  /** A resumed session copies its prefix into a new file: the same records again. */
  isRepeat(uuid: string): boolean;
  /** Whose record it is: the session's own agent, or a child run. */
  scopeOf(record: Fields): string | undefined;
  openChild(record: Fields, agent: string): string;
  /** A child's file may be read after, or its result may name it: then its run hangs under that call. */
  linkAgent(agent: string, call: string): void;
  linkProgress(record: Fields): void;
  response(record: Fields, id: string, scope: string | undefined): Response;
  /** The next response, or a person, ended the scope's open one. */
  closeResponse(record: Fields, scope: string | undefined): void;
  /** It was ended by a record of its own. */
  dropCurrent(scope: string | undefined): void;
  called(call: string, owner: Response, prompt: string | undefined): void;
  ownerOf(call: string): Response | undefined;
  close(): void;
}
export declare function scoped(scope: string | undefined): {
  readonly scope?: string;
};
export declare function usageOf(value: Fields): Usage | undefined;
