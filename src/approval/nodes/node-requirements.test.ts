import { expect, it } from 'vitest'
import { formFindings } from '#kernel/composition/form-findings.ts'
import { defineFields, money } from '#kernel/fields.ts'
import { approve, defineFlow, initiator } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { checksOf, markersOf } from './automatic.ts'

const label = { cn: '甲', en: 'A' }
const node = approve('check', initiator, { ...label, confirms: true,
  checkList: [{ id: 'always', ...label }, { id: 'large', ...label, when: 'amount > 100' }],
  opinionMustContain: ['yes', { text: 'approved', when: 'amount > 100' }] })
const holding = (...held: string[]) => ({ condition: (feel: string) => held.includes(feel) })

it('a node asks for what has no condition, and for the rest where its condition holds', () => {
  expect([checksOf(node, holding()).map(({ id }) => id), markersOf(node, holding())]).toEqual([['always'], ['yes']])
  expect([checksOf(node, holding('amount > 100')).map(({ id }) => id), markersOf(node, holding('amount > 100'))]).toEqual([['always',
    'large'], ['yes', 'approved']])
})

it('a condition that cannot be read is found when the form is declared', () => {
  const fieldsOf = (...fields: string[]) =>
    formFindings(defineForm({
      key: 'x',
      ...label,
      path: '/x',
      prefix: 'X',
      group: 'it',
      icon: 'file',
      fields: defineFields(Object.fromEntries(fields.map((key) => [key, money(label)]))),
      flow: defineFlow([node]),
    })).map(({ where }) => where)
  expect(fieldsOf('amount')).toEqual([])
  expect(fieldsOf('other')).toEqual(['flow › check › checkList large', 'flow › check › opinionMustContain approved'])
})
