import type { WireRules } from '../wire/wire-rules.ts';

export const RULES: WireRules = {
  provider: 'anthropic',
  api: 'messages',
  ids: { legal: /^[A-Za-z0-9_-]{1,64}$/, prefix: 'toolu_', digits: 24 },
  names: { legal: /^[A-Za-z0-9_-]{1,128}$/, illegalCharacters: /[^A-Za-z0-9_-]/g, maxLength: 128 },
};
