const units = ['B', 'K', 'M', 'G', 'T'] as const

/** A file size for people, base 1024: 915 → 915 B, 204800000 → 195.31M. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const exponent = Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** exponent).toFixed(2)}${units[exponent]}`
}
