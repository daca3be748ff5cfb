import { HUMAN } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { titleOf } from './title-of.ts';

interface Words {
  /** The event that tells them. */
  readonly seq: number;
  readonly title: string;
}

/** What a session without a name is called by: the first that a person said in it, if nobody took it back. A command counts only where nothing else was said. */
export class FirstWords {
  #prompt: Words | undefined;
  #command: Words | undefined;
  /** Commands, by their events: they may be told again. */
  readonly #commands = new Set<number>();

  get title(): string | undefined {
    return this.#prompt?.title ?? this.#command?.title;
  }

  hear(event: LedgerEvent | undefined, isCommand = false): void {
    const words = event === undefined ? undefined : wordsIn(event);
    if (words === undefined) return;
    if (isCommand) this.#commands.add(words.seq);
    if (isCommand) this.#command ??= words;
    else this.#prompt ??= words;
  }

  /** `before`: the event that told it until now. Gives the one that tells it from now on. */
  hearAgain(before: LedgerEvent, now: LedgerEvent): LedgerEvent {
    this.hear(now, this.#commands.has(before.seq));
    return now;
  }

  /** What came after event `to` no longer counts. */
  takeBack(to: number): void {
    if (this.#prompt !== undefined && this.#prompt.seq > to) this.#prompt = undefined;
    if (this.#command !== undefined && this.#command.seq > to) this.#command = undefined;
  }
}

function wordsIn(event: LedgerEvent): Words | undefined {
  if (event.type !== 'message.posted' || event.scope !== undefined || event.author !== HUMAN) return undefined;
  const first = event.parts.find((part) => part.type === 'text');
  const title = first === undefined ? '' : titleOf(first.text);
  return title === '' ? undefined : { seq: event.seq, title };
}
