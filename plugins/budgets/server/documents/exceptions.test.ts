import { expect, it } from 'vitest'
import { defineFields, money, table, text, textarea } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { ExceptionRequest } from '#server/extensions/document-extension.ts'
import { overBudgetExceptions } from './extension.ts'

const fields = defineFields({
  exceeded: table({ cn: '超出', en: 'Exceeded', as: 'overBudgetRows',
    columns: { category: text({ cn: '类别', en: 'Category' }), exceeded: money({ cn: '超出', en: 'Exceeded' }) } }),
  why: textarea({ cn: '说明', en: 'Why', as: 'overBudgetExplanation' }),
})
const rowOf = (rowId: string, exceeded: string | null) => ({ rowId, category: 'test', month: '2026-11-01', exceeded })
const found: string[][] = []
const references = { source: () => ({ find: async (_: unknown, ids: string[]) => {
  found.push(ids)
  return [{ id: 'test', name: '测试认证/Testing', enabled: true }]
} }) }
const ask = (...documents: object[]) => overBudgetExceptions({ references, documents } as unknown as ExceptionRequest)

it('names each budget that is exceeded, all documents with one reading of the categories', async () => {
  const value = { exceeded: [rowOf('a', '3600.00'), rowOf('b', '0.00')], why: '客户提前验收' }
  const form = { fields } as unknown as Form
  const answer = await ask({ id: 'one', form, value, shown: value }, { id: 'two', form, value, shown: value }, { id: 'none', form,
    value: { exceeded: [] }, shown: {} })
  expect([...answer.keys(), found]).toEqual(['one', 'two', [['test']]])
  expect(answer.get('one')).toEqual([{ order: 30, field: 'exceeded', code: 'budgets.exception.over',
    params: { category: '测试认证/Testing', month: '2026-11', amount: '￥3,600.00' }, explanation: '客户提前验收' }])
})

it('says nothing of the amount to a reader who is not shown the figures', async () => {
  const answer = await ask({ id: 'one', form: { fields }, value: { exceeded: [rowOf('a', '3600.00')] },
    shown: { exceeded: [rowOf('a', null)] } })
  expect(answer.get('one')).toMatchObject([{ code: 'budgets.exception.overSomehow',
    params: { category: '测试认证/Testing', month: '2026-11' } }])
})
