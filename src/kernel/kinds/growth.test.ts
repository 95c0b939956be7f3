import { expect, it } from 'vitest'
import type { FieldDefinition } from '../fields.ts'
import { kindOf } from './registry.ts'
import { fieldSchema } from './schema.ts'
import { everyKind, facts } from './testing.ts'

/** Maximum length of a request body, in characters. */
const longest = 2 ** 20

const fill = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length)).slice(0, length)

const parts = ['<', '<img', '<img ', '<!--', '&', '&lt', ' ', '\u3000', '9', '0', '-', '1.', 'a', '中', '\u{1f600}', '\u200b', '\n', '/',
  '<a href="', '2026-11-20 ', '"']

/** Adversarial values of about this many characters. */
function hostile(length: number): readonly unknown[] {
  const texts = parts.map((part) => fill(part, length))
  const list = Array.from({ length: length / 64 }, (_, index) => fill(String(index), 60))
  return [...texts, ...texts.slice(0, 2).map((text) => [text]), list, list.map((id) => [id]), list.map((text) => ({ text })),
    Object.fromEntries(list.map((text) => [text, 1]))]
}

/** The functions of a kind that process external values. */
function readings(field: FieldDefinition): Readonly<Record<string, (value: unknown) => unknown>> {
  const kind = kindOf(field)
  const schema = fieldSchema(field)
  const guarded =
    (read: (value: unknown) => unknown) => (value: unknown) => (kind.shape(field).safeParse(value).success ? read(value) : undefined)
  return {
    schema: (value) => schema.safeParse(value),
    empty: (value) => kind.empty(value),
    toFeel: (value) => kind.toFeel(value, field, facts),
    searchText: guarded((value) => kind.searchText(value, field, facts)),
    excelCell: guarded((value) => kind.excelCell(value, field, { locale: 'en', facts })),
  }
}

function milliseconds(work: () => unknown): number {
  const begun = performance.now()
  work()
  return performance.now() - begun
}

/** Durations below this, in ms, are treated as noise. */
const noise = 500
/** Input is enlarged 8-fold: linear time grows 8-fold, quadratic time 64-fold; the limit is between them. */
const [step, most] = [8, 32]

it.each(Object.entries(everyKind))('what %s makes of a value grows no faster than the value', (_, field) => {
  const [part, whole] = [hostile(longest / step), hostile(longest)]
  const slow: string[] = []
  for (const [name, read] of Object.entries(readings(field))) {
    for (const [index, value] of whole.entries()) {
      const first = milliseconds(() => read(part[index]))
      // already far too slow: skip the full length
      const second = first > 4 * noise ? Infinity : milliseconds(() => read(value))
      if (second > noise && second > most * first)
        slow.push(`${name} of ${JSON.stringify(value).slice(0, 20)}: ${first} ms, then ${second} ms`)
    }
  }
  expect(slow).toEqual([])
})
