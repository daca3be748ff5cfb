/** What a person has used today, and may. `limit`: null if there is none. `free_at`: when the next day begins. `over`: why no run begins, as a message. */
export interface Spending {
  readonly tokens: { readonly used: number; readonly limit: number | null };
  readonly cost: { readonly used: number; readonly limit: number | null };
  readonly unpriced_tokens: number;
  readonly free_at: number;
  readonly over: string | null;
}
