import { parseNumber } from '../numbers.ts'
import { makeRange } from '../range.ts'
import { parseDate, parseDateTime, parseDuration, parseTemporal, parseTime } from '../temporal/parse.ts'
import { unescape } from '../text.ts'
import type { FeelRange, FeelValue } from '../values.ts'

const literal = String.raw`-?[\d.][\d.eE+-]*?|@?"(?:[^"\\]|\\.)*"|(?:date and time|date|time|duration)\(\s*"[^"\\]*"\s*\)`
const rangeText = new RegExp(String.raw`^\s*([[\](])\s*(${literal})\s*\.\.\s*(${literal})\s*([\])[])\s*$`)
const longest = 1000

/** Parses `[1..5]`, with literals as ends; null when it is not a range. */
export function parseRange(text: string): FeelRange | null {
  const [, open, low, high, close] = (text.length <= longest && rangeText.exec(text)) || []
  if (low === undefined || high === undefined) return null
  const [start, end] = [literalValue(low), literalValue(high)]
  if (start === null || end === null) return null
  return makeRange({ start, end, startIncluded: open === '[', endIncluded: close === ']' })
}

const constructors: Readonly<Record<string, (text: string) => FeelValue>> = {
  date: parseDate,
  time: parseTime,
  'date and time': parseDateTime,
  duration: parseDuration,
}

function literalValue(text: string): FeelValue {
  if (text.startsWith('"')) return unescape(text)
  if (text.startsWith('@')) return parseTemporal(unescape(text.slice(1)))
  const [, name, argument] = /^([a-z ]+)\(\s*"(.*)"\s*\)$/.exec(text) ?? []
  return name === undefined ? parseNumber(text) : constructors[name]?.(argument ?? '') ?? null
}
