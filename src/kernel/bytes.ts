const units = ['B', 'K', 'M', 'G', 'T'] as const

/** A file size for people, base 1024 with two decimals: 204800000 → 195.31M. */
export function formatBytes(bytes: number): string {
  const exponent = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** exponent).toFixed(2)}${units[exponent]}`
}
