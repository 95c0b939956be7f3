import { describe, expect, it } from 'vitest'
import { describeForm, fieldsOf } from './describe.ts'
import { check } from '../evaluate/checks/check.ts'
import { form, good } from '../evaluate/testing.ts'
import type { Form } from '../form.ts'
import { facts } from '../kinds/testing.ts'

describe('the description of a form', () => {
  const description = describeForm(form)

  it('is plain JSON with the fields in their order, columns nested', () => {
    expect(JSON.parse(JSON.stringify(description))).toEqual(description)
    expect(description.fields.map(({ key }) => key)).toEqual(Object.keys(form.fields))
    const items = description.fields.find(({ key }) => key === 'items')
    expect(items).toMatchObject({ kind: 'table', required: true, min: 1, max: 200, cn: '明细', en: 'Items' })
    expect(items?.columns?.map(({ key }) => key)).toEqual(Object.keys(form.fields.items.columns))
    expect(items?.columns?.[1]).toMatchObject({ key: 'category', kind: 'expenseCategory', editAt: ['review'] })
  })

  it('tells what a client needs to draw, check and route the form', () => {
    expect(description).toMatchObject({
      key: 'sample',
      cn: '样例单',
      en: 'Sample',
      path: '/sample',
      detailPath: '/sample-detail',
      prefix: 'YL',
      terminals: ['web', 'mini'],
      abortAfterCompletion: false,
    })
    expect(description.rules[0]).toMatchObject({ id: 'S-01', level: 'block', when: 'totalRmb > 100000' })
    expect(description.flow.steps).toHaveLength(5)
    expect(description).not.toHaveProperty('permissions')
  })

  it('makes the same form again on the other side', () => {
    const received = JSON.parse(JSON.stringify(description)) as typeof description
    const rebuilt: Form = { ...received, permissions: [], fields: fieldsOf(received.fields) }
    expect(rebuilt.fields).toEqual(form.fields)
    const value = { ...good, title: null, deposit: '-1' }
    expect(check(rebuilt, value, facts, { at: 'start' })).toEqual(check(form, value, facts, { at: 'start' }))
  })
})
