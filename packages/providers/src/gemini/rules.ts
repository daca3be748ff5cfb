import type { WireRules } from '../wire/wire-rules.ts';

export const RULES: WireRules = {
  provider: 'gemini',
  api: 'generateContent',
  ids: { legal: /^[A-Za-z0-9_.:/-]{1,128}$/, prefix: 'call_', digits: 24 },
  names: { legal: /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/, illegalCharacters: /[^A-Za-z0-9_.:-]/g, maxLength: 128 },
};
