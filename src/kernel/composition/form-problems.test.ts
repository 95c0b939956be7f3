import { describe, expect, it } from 'vitest'
import { colour, formWith, inForm, label, plugin, messagesOf, withFields } from './testing.ts'
import * as build from '../fields.ts'
import { formProblems } from './problems.ts'
import { rule } from '../rules.ts'

describe('a form', () => {
  it('has rules over its own fields and nodes', () => {
    const one = rule('R', { ...label, when: 'amount > 1', fields: ['gone'], at: ['head', 'lost'] })
    const rows = rule('S', { ...label, each: 'rows', when: 'price > 1', fields: ['price', 'amount'], level: 'confirm',
      acceptedBy: 'price' })
    expect(inForm({ rules: [one, one, rows, rule('T', { ...label, each: 'amount', when: 'true' })] })).toEqual([
      'rules › R › fields: There is no field “gone”',
      'rules › R › at: There is no node “lost”',
      'rules › R › fields: There is no field “gone”',
      'rules › R › at: There is no node “lost”',
      'rules › S › fields: There is no field “amount”',
      'rules › S › acceptedBy: There is no checkbox “price”',
      'rules › T › each: There is no table “amount”',
      'rules: The rule “R” is repeated',
    ])
  })

  it('has a budget effect, columns and an amount over its own fields', () => {
    const budget = { class: 'spending', rows: 'amount', department: 'a', category: 'b', month: 'amount', offBudget: 'c',
      amount: 'd' } as const
    expect(inForm({ budget, columns: ['e'], amount: 'f', sections: [{ id: 's', ...label }, { id: 's', ...label }] })).toEqual([
      'budget › rows: There is no table “amount”',
      'budget › month: There is no date field “amount”',
      'budget › department: There is no field “a”',
      'budget › category: There is no field “b”',
      'budget › offBudget: There is no field “c”',
      'budget › amount: There is no field or name “d”',
      'sections: The section “s” is repeated',
      'columns: There is no field “e”',
      'amount: There is no field “f”',
    ])
  })

  it('looks up dictionaries and parameters that exist', () => {
    const rules = { key: 'travelRule', ...label, parameters: true as const,
      items: [{ value: 'days', cn: '5', en: '5', meaning: label, measure: { field: build.integer({ ...label, max: 9 }) } }] }
    const asking = (when: string) =>
      messagesOf(plugin({ dictionaries: [colour, rules], forms: [formWith({ rules: [rule('R', { ...label, when, fields: [] })] })] }))
    expect(asking('amount > parameter("travelRule", "days") or dict("colour", "1") = null')).toEqual([])
    expect(asking('amount > parameter("travelRule", "day")')).toEqual([
      'form small › rules › R › when: There is no parameter “day” in “travelRule”',
    ])
    expect(asking('amount > parameter("colour", dept.code)')).toEqual([
      'form small › rules › R › when: The dictionary “colour” keeps no parameters',
    ])
    expect(asking('dict("none", "1") = null')).toEqual(['form small › rules › R › when: There is no dictionary “none”'])
    expect(messagesOf(plugin({ dictionaries: [colour, { ...rules, items: [{ value: 'days', cn: '5', en: '5' }] }] }))).toEqual([
      'dictionary travelRule › days: The parameter does not say what it is',
      'dictionary travelRule › days: The parameter does not say how it is entered',
    ])
    expect(messagesOf(plugin({ dictionaries: [{ ...rules, items: rules.items.map((item) => ({ ...item, cn: '10', en: '10' })) }] })))
      .toEqual([
        'dictionary travelRule › days: The figure “10” is none of its kind',
      ])
  })

  it('says over its own fields why a default is what it is, in both languages', () => {
    const because = { cn: '', en: '{unit} decides', when: 'gone = 1', blanks: { unit: 'lost' } }
    expect(withFields({ a: build.text({ ...label, because }) })).toEqual(['a › because: The Chinese text is missing',
      'a › because.when: There is no field or name “gone”', 'a › because.blanks unit: There is no field or name “lost”'])
    expect(withFields({ a: build.text({ ...label, because: { ...label, when: 'amount > 1' } }) })).toEqual([])
  })

  it('is looked at without dictionaries when they are not known', () => {
    const fields = { ...formWith({}).fields, x: build.select({ ...label, dict: 'anything' }) }
    expect(formProblems(formWith({ fields }))).toEqual([])
  })
})
