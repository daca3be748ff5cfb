import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from 'ai';

export type AssistantPiece = Exclude<AssistantModelMessage['content'], string>[number];
type ToolPiece = ToolModelMessage['content'][number];

/** Puts a turn into messages: calls, then their results in a tool message, then what the model said next. */
export class AssistantTurn {
  readonly #messages: ModelMessage[] = [];
  #content: AssistantPiece[] = [];
  #results: ToolPiece[] = [];
  #isAsking = false;

  say(piece: AssistantPiece): void {
    if (piece.type === 'text' && piece.text.trim() === '' && piece.providerOptions === undefined) return;
    // A call that is still to be answered keeps the turn open: its result comes in the next message.
    if (this.#results.length > 0 && !this.#isAsking) this.#flush();
    this.#content.push(piece);
  }

  call(piece: AssistantPiece): void {
    this.#content.push(piece);
  }

  ask(piece: AssistantPiece): void {
    this.#isAsking = true;
    this.#content.push(piece);
  }

  answer(result: ToolPiece): void {
    this.#results.push(result);
  }

  messages(): ModelMessage[] {
    this.#flush();
    return this.#messages;
  }

  #flush(): void {
    if (this.#content.length > 0) this.#messages.push({ role: 'assistant', content: this.#content });
    if (this.#results.length > 0) this.#messages.push({ role: 'tool', content: this.#results });
    this.#content = [];
    this.#results = [];
  }
}
