import { expect, it } from 'vitest'
import { date, defineFields, money, select, toggle, text, textarea } from '#kernel/fields.ts'
import { spansOf } from './Field.tsx'

const label = { cn: '名', en: 'Name' }
const fields = defineFields({
  name: text({ ...label, span: 2 }),
  kind: select({ ...label, dict: 'kind' }),
  day: date(label),
  more: text({ ...label, span: 2 }),
  isNew: toggle(label),
  why: textarea({ ...label, span: 4 }),
  sum: money(label),
})

const rows = (names: string, columns: number) => Object.values(spansOf(fields, names.split(' '), columns))

it.each([
  ['a row is full', 'name kind day', 4, [2, 1, 1]],
  ['a long text takes what is left', 'name why sum', 4, [2, 2, 1]],
  ['a long text behind three takes a row of its own, and the last with use for it has their hole', 'kind day isNew why', 4, [2, 1, 1, 4]],
  ['nothing grows that has no use for it', 'day isNew sum more', 4, [1, 1, 1, 2]],
  ['the last row may end early', 'name kind day sum', 4, [2, 1, 1, 1]],
  ['of two columns', 'kind name day why', 2, [2, 2, 1, 2]],
] as const)('%s', (_, names, columns, spans) => {
  expect(rows(names, columns)).toEqual(spans)
})
