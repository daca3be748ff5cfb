import type { IdRule } from './encode/wire-id.ts';
import type { NameRule } from './encode/wire-name.ts';

/** What a format is called in the ledger, and which ids and names of tools it takes. */
export interface WireRules {
  readonly provider: string;
  readonly api: string;
  readonly ids: IdRule;
  readonly names: NameRule;
}
