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

/** Returns whether a bank card number passes the Luhn check: 12 to 19 digits, white space ignored. */
export function luhn(cardNumber: string): boolean {
  const digits = cardNumber.replace(/\s/g, '')
  if (!/^\d{12,19}$/.test(digits)) return false
  const sum = [...digits].toReversed().reduce((total, digit, index) => total + weigh(Number(digit), index % 2 === 1), 0)
  return sum % 10 === 0
}

function weigh(digit: number, doubled: boolean): number {
  if (!doubled) return digit
  return digit > 4 ? digit * 2 - 9 : digit * 2
}
