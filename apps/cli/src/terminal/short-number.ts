/** `shortNumber(45_210) === '45.2k'` */
export function shortNumber(value: number): string {
  if (value < 1000) return String(Math.round(value));
  if (value < 999_950) return `${(value / 1000).toFixed(1)}k`;
  return value < 999_950_000 ? `${(value / 1_000_000).toFixed(1)}M` : `${(value / 1_000_000_000).toFixed(1)}G`;
}
