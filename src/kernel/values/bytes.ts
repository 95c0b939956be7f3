const units = ['B', 'K', 'M', 'G', 'T'] as const

/** Formats a file size, base 1024, with two decimals: 0 → 0.00B, 1023 → 1023.00B, 1024 → 1.00K, 204800000 → 195.31M. */
export function formatBytes(bytes: number): string {
  const exponent = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(bytes) / 10)))
  const size = (bytes / 1024 ** exponent).toFixed(2)
  // 1023.999K is 1.00M
  return size === '1024.00' && exponent < units.length - 1 ? `1.00${units[exponent + 1]}` : `${size}${units[exponent]}`
}
