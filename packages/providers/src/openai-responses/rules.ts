import { RULES as CHAT } from '../openai-chat/rules.ts';
import type { WireRules } from '../wire/wire-rules.ts';

/** The service itself has sent longer ids than it takes. */
export const RULES: WireRules = {
  ...CHAT,
  api: 'responses',
  ids: { legal: /^[A-Za-z0-9_-]{1,64}$/, prefix: 'call_', digits: 32 },
};
