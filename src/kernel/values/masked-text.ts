/** The last four characters behind stars; a short text shows none. */
export function maskedText(text: string): string {
  const characters = [...text.replaceAll(/\s/g, '')]
  return `**** ${characters.length > 4 ? characters.slice(-4).join('') : ''}`.trim()
}

/** Returns whether a text is what {@link maskedText} leaves of another. */
export const isMaskedText = (text: unknown): text is string => typeof text === 'string' && /^\*{4} ?\S{0,4}$/u.test(text)

/** A masked text as people read it. */
export const shownMasked = (masked: string): string => masked.replaceAll('*', '•')
