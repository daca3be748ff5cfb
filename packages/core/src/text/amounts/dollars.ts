/**
 * An amount in US dollars with all its decimals, so that a small limit is not shown as zero.
 *
 * @example
 * dollars(12.5); //=> '$12.50'
 * dollars(0.0001); //=> '$0.0001'
 */
export function dollars(amount: number, locale: string = 'en-US'): string {
  return amount.toLocaleString(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 6 });
}
