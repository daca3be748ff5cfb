/**
 * A cost in US dollars, to the cent. Less than half a cent is not shown as zero.
 *
 * @example
 * spent(1.2); //=> '$1.20'
 * spent(0.004); //=> '<$0.01'
 */
export function spent(amount: number, locale: string = 'en-US'): string {
  const isLeast = amount > 0 && amount < 0.005;
  const style = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  return `${isLeast ? '<' : ''}${(isLeast ? 0.01 : amount).toLocaleString(locale, style)}`;
}
