import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { describeForm, type FormDescription } from '#kernel/wording/describe.ts'
import { recordForm } from '#kernel/record-form.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { expectedFields, expectedRules, lines } from './expectation.ts'
import { aboutInWords, fieldsInWords, nodesInWords, rulesInWords } from './describe.ts'
import { expectationByType } from './expectation-by-type.ts'
import { offlineReimbursement } from './offlineReimbursement.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
})
afterAll(() => product?.close())

describe.each(Object.entries(expectationByType))('%s, as the definition call tells it', (key, expected) => {
  let form: FormDescription
  beforeAll(async () => {
    form = (await product.as('admin').get<FormDescription>(`/workflow/form/${key}`)).data
  })

  it('has its name, its addresses and its prefix', () => expect(aboutInWords(form)).toBe(expected.about))

  it('has its fields: kinds, what is required when, limits, and who may write them where', () =>
    expect(fieldsInWords(form).toSorted()).toEqual(expectedFields(expected)))

  it('goes its way: who approves, when, and how', () => expect(nodesInWords(form)).toEqual(lines(expected.nodes)))

  it('has its rules, where they stand and what they say', () => expect(rulesInWords(form).toSorted()).toEqual(expectedRules(expected)))

  it('has both languages everywhere', () => {
    const options = form.fields.flatMap((field) => [field, ...(field.columns ?? [])]).flatMap((
      field,
    ) => [field, ...(field.options ?? []), ...(field.hint ? [field.hint] : [])])
    for (const { cn, en } of [form, ...options, ...form.sections, ...form.rules,
      ...(form.flow.steps as unknown as { cn: string; en: string }[])]) {
      expect([cn, en]).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/[A-Za-z]/)])
      expect(en.replace('“中文/English”', '')).not.toMatch(/\p{Script=Han}/u)
    }
  })
})

it('the register of what was paid beside the approvals has its fields, and its columns in the order of the template', () => {
  const register = product.composition.host.plugins.flatMap(({ resources }) => resources).find(({ name }) =>
    name === 'offlineReimbursement'
  )!
  expect(fieldsInWords(describeForm(recordForm(register))).toSorted()).toEqual(lines(offlineReimbursement).toSorted())
  expect(register.import?.columns.map(({ field, cn }) => cn ?? register.fields[field]?.cn)).toEqual([
    '凭证号',
    '公司',
    '记账日期',
    '归属月份',
    '报销人工号',
    '承担部门',
    '成本中心',
    '费用类型',
    '费用明细',
    '项目',
    '币种',
    '金额',
    '备注',
  ])
})
