import type { ProviderBlob } from './content-part.ts';
import type { Json } from './json/json.ts';

/**
 * What a foreign message says and the ledger has no word for, kept on the part it belongs to: imported messages keep
 * their ids. Like every blob it is stamped with its maker, so that no model is ever sent it.
 */
export interface ContractStamp {
  readonly message_id?: string;
  /** Of a call whose arguments the source does not give. */
  readonly args_summary?: string;
  /** Of a call: the id of the message that brought its result. */
  readonly result_id?: string;
}

const MAKER = { provider: 'contract', api: 'messages', model: '' } as const;

export function stampBlob(stamp: ContractStamp): { readonly blob?: ProviderBlob } {
  const data: { [key: string]: Json } = { ...stamp };
  return Object.keys(data).length === 0 ? {} : { blob: { ...MAKER, data } };
}

export function stampOf(blob: ProviderBlob | undefined): ContractStamp {
  if (blob?.provider !== MAKER.provider || blob.api !== MAKER.api) return {};
  const { data } = blob;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return {};
  return { ...field(data, 'message_id'), ...field(data, 'args_summary'), ...field(data, 'result_id') };
}

function field(data: object, key: keyof ContractStamp): ContractStamp {
  const value: unknown = Reflect.get(data, key);
  return typeof value === 'string' ? { [key]: value } : {};
}
