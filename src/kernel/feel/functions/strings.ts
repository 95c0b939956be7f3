import type { Decimal } from 'decimal.js'
import { integer, numberOf } from '../numbers.ts'
import type { FeelRun } from '../run.ts'
import type { FeelValue } from '../values.ts'
import { define, type FeelFunction, list, nullable, number, optional, text } from './define.ts'

/** Functions of strings; positions and lengths are in code points. */
export const strings: Readonly<Record<string, FeelFunction>> = {
  substring: [
    define([text('string'), number('start position'), optional(number('length'))],
      (run, string, start, length) => substring(run, string, start, length)),
  ],
  'string length': [define([text('string')], (_, string) => numberOf(codePoints(string)))],
  'upper case': [define([text('string')], (run, string) => run.text(string.toUpperCase()))],
  'lower case': [define([text('string')], (run, string) => run.text(string.toLowerCase()))],
  'substring before': [
    define([text('string'), text('match')], (run, string, match) => string.slice(0, Math.max(0, search(run, string, match)))),
  ],
  'substring after': [define([text('string'), text('match')], (run, string, match) => after(string, match, search(run, string, match)))],
  contains: [define([text('string'), text('match')], (run, string, match) => search(run, string, match) >= 0)],
  'starts with': [define([text('string'), text('match')], (_, string, match) => string.startsWith(match))],
  'ends with': [define([text('string'), text('match')], (_, string, match) => string.endsWith(match))],
  'string join': [
    define([list('list'), optional(nullable(text('delimiter')))], (run, items, delimiter) => join(run, items, delimiter ?? '')),
  ],
}

/** The number of code points of a string. */
export function codePoints(string: string): number {
  let count = 0
  for (const _ of string) count++
  return count
}

function substring(run: FeelRun, string: string, start: Decimal, length: Decimal | undefined): FeelValue {
  const from = integer(start)
  const size = length === undefined ? Number.POSITIVE_INFINITY : integer(length)
  if (from === null || size === null || size < 1) return null
  run.spend(string.length >> 4)
  const signs = [...string]
  const first = from > 0 ? from - 1 : signs.length + from
  if (from === 0 || first < 0) return null
  return signs.slice(first, first + size).join('')
}

/** The position of a text in another one, -1 if it is not in there. In the worst case each character is compared with each. */
function search(run: FeelRun, string: string, match: string): number {
  run.spend(Math.floor(string.length * match.length / comparedInStep))
  return string.indexOf(match)
}

/** Characters that are compared in one step. */
const comparedInStep = 512

function after(string: string, match: string, position: number): string {
  return position < 0 ? '' : string.slice(position + match.length)
}

/** Joins strings. Nulls are skipped; any other non-string makes the result null. */
function join(run: FeelRun, items: FeelValue[], delimiter: string): FeelValue {
  let joined: string | null = null
  for (const item of items) {
    if (item === null) continue
    if (typeof item !== 'string') return null
    joined = run.text(joined === null ? item : joined + delimiter + item)
  }
  return joined ?? ''
}
