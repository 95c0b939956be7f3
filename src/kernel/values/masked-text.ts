/** Masks a text except its last four characters (`**** 1234`); texts of up to four characters are masked entirely. */
export function maskedText(text: string): string {
  const characters = [...text.replaceAll(/\s/g, '')]
  return `**** ${characters.length > 4 ? characters.slice(-4).join('') : ''}`.trim()
}

/** Returns whether a text has the format of {@link maskedText}. */
export const isMaskedText = (text: unknown): text is string => typeof text === 'string' && /^\*{4} ?\S{0,4}$/u.test(text)

/** A masked text for display, with bullets for asterisks. */
export const shownMasked = (masked: string): string => masked.replaceAll('*', '•')
