import { Decimal } from 'decimal.js'
import type { SheetCell } from './sheet.ts'

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

/** Significant digits that a spreadsheet stores and shows. */
const kept = 15
/** Digits needed to write a float exactly; a file with more was not written by a spreadsheet. */
const written = 17

const Digits = Decimal.clone({ precision: 400, toExpNeg: -9e15, toExpPos: 9e15, defaults: true })

/** A number cell from the file's text; a date cell where the format is one of dates. */
export function numberCell(raw: string, look: NumberLook, is1904: boolean): SheetCell {
  const number = decimalOf(raw)
  if (!number) return { kind: 'error', text: raw.slice(0, 40) }
  if (look.isDate) return dateCell(number.toNumber(), is1904)
  const text = number.toSignificantDigits(kept, Decimal.ROUND_HALF_UP).toFixed()
  return { kind: 'number', text, ...padding(number, text, look.zeros), ...(look.isPercent && { percent: true as const }),
    ...(isLossy(number) && { lossy: true as const }) }
}

const padding = (number: Decimal, text: string, zeros: number) =>
  zeros > 0 && number.isInteger() && !number.isNegative() ? { padded: text.padStart(zeros, '0') } : {}

/** Returns whether digits were lost: an integer with this many digits was truncated; a fraction was not written by a spreadsheet. */
const isLossy = (number: Decimal): boolean => (number.isInteger() ? number.precision(true) > kept : number.precision() > written)

function decimalOf(raw: string): Decimal | undefined {
  const text = raw.trim()
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text)) return undefined
  return new Digits(text)
}

const day = 86_400

/** Days from the epoch of a spreadsheet to the Unix epoch; 1900 is treated as a leap year, so days before its March count one less. */
const epoch1900 = 25_569
const epoch1904 = 24_107
/** 9999-12-31 */
const lastSerial = 2_958_465

/** The date and time of a serial number. */
function dateCell(serial: number, is1904: boolean): SheetCell {
  if (!(serial >= 0) || serial > lastSerial + 1) return { kind: 'error', text: String(serial) }
  const seconds = Math.round(serial * day)
  if (seconds < day) return { kind: 'date', text: clock(seconds) }
  const days = Math.floor(seconds / day)
  // The 60th day is the non-existent 29th of February 1900.
  if (!is1904 && days === 60) return { kind: 'error', text: '1900-02-29' }
  const date = new Date((days - epochOf(days, is1904)) * day * 1000).toISOString().slice(0, 10)
  const time = seconds % day
  return { kind: 'date', text: time === 0 ? date : `${date} ${clock(time)}` }
}

function epochOf(days: number, is1904: boolean): number {
  if (is1904) return epoch1904
  return days < 60 ? epoch1900 - 1 : epoch1900
}

const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 19)
