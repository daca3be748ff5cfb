import type { ProviderBlob } from '@toolthread/core';
import { textOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import type { DecodeOptions } from './decoder.ts';
import { namesBack } from '../encode/wire-name.ts';
import type { NameRule } from '../encode/wire-name.ts';

/** What every decoder keeps of its response: the model, the names of tools, the number of parts so far. */
export class DecodeContext {
  /** A tool by its own name. */
  readonly nameOf: (wire: string) => string;
  readonly #provider: string;
  readonly #api: string;
  #model: string;
  #parts = 0;

  constructor(
    { provider, model = '', tools = [] }: DecodeOptions,
    wire: { readonly provider: string; readonly api: string; readonly names: NameRule },
  ) {
    this.nameOf = namesBack(tools, wire.names);
    this.#provider = provider ?? wire.provider;
    this.#api = wire.api;
    this.#model = model;
  }

  /** The model as the response names it. It counts only if the request did not name one. */
  nameModel(model: unknown): void {
    if (this.#model === '') this.#model = textOf(model) ?? '';
  }

  /** The number of a part that begins. */
  nextPart(): number {
    this.#parts += 1;
    return this.#parts - 1;
  }

  blob(data: Json): ProviderBlob {
    return { provider: this.#provider, api: this.#api, model: this.#model, data };
  }
}
