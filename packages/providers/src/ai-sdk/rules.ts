import type { IdRule } from '../wire/encode/wire-id.ts';
import type { NameRule } from '../wire/encode/wire-name.ts';

export const PROVIDER = 'ai-sdk';
export const API = 'ai-sdk';

/** The AI SDK passes ids on as they are, to whatever provider: so they are what the strictest of the large ones takes. */
export const ID_RULE: IdRule = { legal: /^[A-Za-z0-9_-]{1,40}$/, prefix: 'call_', digits: 32 };

export const NAME_RULE: NameRule = {
  legal: /^[A-Za-z0-9_-]{1,64}$/,
  illegalCharacters: /[^A-Za-z0-9_-]/g,
  maxLength: 64,
};
