/** The look that a number format gives a cell, as far as it changes what the number means. */
export interface NumberLook {
  readonly isDate: boolean
  readonly isPercent: boolean
  /** Digits that the format fills up to with zeros (`00000` shows 00123), 0 for none. */
  readonly zeros: number
}

/** A number as it is. */
export const plain: NumberLook = { isDate: false, isPercent: false, zeros: 0 }

/** The meaning of a format by its code, e.g. `yyyy-mm-dd`, `0.00%`, `00000`. */
export function lookOf(code: string): NumberLook {
  // Quoted, escaped and bracketed parts are decoration; brackets with h, m or s count elapsed time.
  const bare = code.replaceAll(/"[^"]*"|[\\!_*]./g, '').replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  const first = bare.split(';')[0] ?? ''
  if (/^\s*general/i.test(first)) return plain
  if (/[ymdhse年月日]|a{3}/i.test(first.replaceAll(/e[+-]/gi, ''))) return { ...plain, isDate: true }
  return { isDate: false, isPercent: first.includes('%'), zeros: /^0{2,}$/.test(first) ? first.length : 0 }
}

/** The meaning of a format that has a number instead of a code; the last two of these ranges are dates of East Asian locales. */
export function builtInLook(id: number): NumberLook {
  const isDate = dates.some(([first, last]) => first <= id && id <= last)
  return { isDate, isPercent: id === 9 || id === 10, zeros: 0 }
}

const dates = [[14, 22], [45, 47], [27, 36], [50, 58]] as const
