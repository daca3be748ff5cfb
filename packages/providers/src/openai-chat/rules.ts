import type { WireRules } from '../wire/wire-rules.ts';

export const RULES: WireRules = {
  provider: 'openai',
  api: 'chat',
  ids: { legal: /^[A-Za-z0-9_-]{1,40}$/, prefix: 'call_', digits: 32 },
  names: { legal: /^[a-zA-Z0-9_-]{1,64}$/, illegalCharacters: /[^a-zA-Z0-9_-]/g, maxLength: 64 },
};
