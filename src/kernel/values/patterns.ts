/** Patterns of common texts, with sentences of their own for what does not match. */
export const patterns = {
  /** A mobile number of mainland China. */
  phone: '^1[3-9]\\d{9}$',
  email: '^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$',
} as const

/** The locale key of the sentence for a text that does not match its pattern. */
export function patternCode(pattern: string): string {
  if (pattern === patterns.phone) return 'field.phone'
  return pattern === patterns.email ? 'field.email' : 'field.pattern'
}
