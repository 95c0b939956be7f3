/** Common patterns, each with a message of its own for texts that do not match. */
export const patterns = {
  /** Mobile number of mainland China. */
  phone: '^1[3-9]\\d{9}$',
  email: '^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$',
} as const

/** Locale key of the message for a text that does not match a pattern. */
export function patternCode(pattern: string): string {
  if (pattern === patterns.phone) return 'field.phone'
  return pattern === patterns.email ? 'field.email' : 'field.pattern'
}
