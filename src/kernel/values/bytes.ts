const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** A file size for people, base 1024, with a decimal below 100: 915 → 915 B, 1048576 → 1 MB, 204800000 → 195 MB. */
export function formatBytes(bytes: number): string {
  const exponent = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(bytes) / 10)))
  const size = rounded(bytes / 1024 ** exponent)
  // 1023.9 KB is 1 MB
  return size === 1024 && exponent < units.length - 1 ? `1 ${units[exponent + 1]}` : `${size} ${units[exponent]}`
}

const rounded = (size: number): number => (size < 100 ? Math.round(size * 10) / 10 : Math.round(size))
