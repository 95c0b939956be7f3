/** The parts of a number format that affect the meaning of the number. */
export interface NumberLook {
  readonly isDate: boolean
  readonly isPercent: boolean
  /** Minimum number of digits, padded with zeros (`00000` shows 00123); 0 for none. */
  readonly zeros: number
}

/** A number without a special format. */
export const plain: NumberLook = { isDate: false, isPercent: false, zeros: 0 }

/** Parses a format code, e.g. `yyyy-mm-dd`, `0.00%`, `00000`. */
export function lookOf(code: string): NumberLook {
  // quoted, escaped and bracketed parts are literals or colours; brackets with h, m or s mean elapsed time
  const bare = code.replaceAll(/"[^"]*"|[\\!_*]./g, '').replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  const first = bare.split(';')[0] ?? ''
  if (/^\s*general/i.test(first)) return plain
  if (/[ymdhse年月日]|a{3}/i.test(first.replaceAll(/e[+-]/gi, ''))) return { ...plain, isDate: true }
  return { isDate: false, isPercent: first.includes('%'), zeros: /^0{2,}$/.test(first) ? first.length : 0 }
}

/** The meaning of a built-in format by its id; the last two ranges are date formats of East Asian locales. */
export function builtInLook(id: number): NumberLook {
  const isDate = dates.some(([first, last]) => first <= id && id <= last)
  return { isDate, isPercent: id === 9 || id === 10, zeros: 0 }
}

const dates = [[14, 22], [45, 47], [27, 36], [50, 58]] as const
