/** Layout of axis labels for bars `pitch` pixels apart: labels that are too wide alternate between two rows and are not broken. */
export function namesBelow(names: readonly string[], pitch: number) {
  const widest = Math.max(...names.map(widthOf))
  if (widest <= pitch) return { room: pitch, lines: 1, formatter: (name: string) => name }
  const each = widest > 2 * pitch ? 2 : 1
  return { room: 2 * pitch, lines: 2 * each, formatter: (name: string, at: number) => (at % 2 === 0 ? name : '\n'.repeat(each) + name) }
}

/** Estimated width of a label in pixels; Chinese characters are wider. */
const widthOf = (name: string): number => [...name].reduce((sum, character) => sum + (character > '\u2e80' ? 11 : 6.2), 0)
