import { expect, it } from 'vitest'
import { formWith, label, messagesOf, plugin } from '../composition/testing.ts'
import { defineFields, money, text, toggle } from '../fields.ts'
import type { DocumentMark } from '../plugin.ts'
import { marksOf } from './roles.ts'

declare module './definition.ts' {
  interface DocumentMarks {
    /** Marks of a made-up module. */
    fragile: true
    chilled: true
  }
}

const fields = defineFields({ amount: money(label), breaks: toggle({ ...label, as: 'fragile' }), cold: toggle({ ...label, as: 'chilled' }),
  plain: toggle(label) })
const fragile: DocumentMark = { role: 'fragile', ...label, tone: 'orange' }
const form = formWith({ fields: { ...formWith({}).fields, breaks: toggle({ ...label, as: 'fragile' }) } })

it('a document carries the marks whose switch is on', () => {
  expect([{}, { breaks: true, plain: true }, { breaks: false, cold: true }, { breaks: 'true' }].map((value) => marksOf(fields, value)))
    .toEqual([[], ['fragile'], ['chilled'], []])
})

it('a mark is declared by one module, with texts, under a name of its own', () => {
  expect(messagesOf(plugin({ forms: [form], documentMarks: [fragile] }))).toEqual([])
  expect(messagesOf(plugin({ forms: [form] }))).toEqual(['form small › as: There is no field role “fragile”'])
  expect(
    messagesOf(plugin({ documentMarks: [fragile] }),
      plugin({ id: 'two', dictionaries: [], permissions: [], references: [], documentMarks: [fragile] })),
  ).toEqual([
    'document mark fragile: The document mark “fragile” is already declared in “one”',
  ])
  expect(messagesOf(plugin({ documentMarks: [{ ...fragile, role: 'exchangeRate' as 'fragile', en: '' }] }))).toEqual([
    'documentMark exchangeRate: The English text is missing',
    'documentMark exchangeRate › role: “exchangeRate” is a field role of the framework',
  ])
})

it('a mark is set by a switch of the header', () => {
  const messages = (changed: typeof form.fields) =>
    messagesOf(plugin({ forms: [formWith({ fields: { ...formWith({}).fields, ...changed } })], documentMarks: [fragile] }))
  expect(messages({ breaks: text({ ...label, as: 'fragile' }) })).toEqual([expect.stringContaining('cannot be fragile')])
})
