import { RULES as CHAT } from '../openai-chat/rules.ts';
import type { WireRules } from '../wire/wire-rules.ts';

/** The AI SDK passes ids and names on unchanged, to any provider: so they are legal for the strictest of the large ones. */
export const RULES: WireRules = { ...CHAT, provider: 'ai-sdk', api: 'ai-sdk' };
