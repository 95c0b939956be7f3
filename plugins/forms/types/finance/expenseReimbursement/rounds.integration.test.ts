import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '../../../../../server/documents/testing.ts'
import type { FormValue } from '../../../../../src/kernel/value.ts'
import { claim, claims, row, type } from '../../../../demo/server/claims/testing.ts'
import { demoProduct } from '../../../../demo/server/testing.ts'

let product: TestProduct
let on: ReturnType<typeof claims>

beforeAll(async () => {
  product = await demoProduct()
  on = claims(product)
})
afterAll(() => product?.close())

interface Difference {
  readonly field: string
  readonly row?: string
  readonly before: unknown
  readonly after: unknown
}

interface Round {
  readonly round: number
  readonly endedAt: string | null
  readonly changes: readonly Difference[]
  readonly edits: readonly (Difference & { readonly by: { readonly id: string } })[]
}

const rounds = async (by: string, id: string) => (await product.as(by).get<Round[]>(`/workflow/rounds/${id}`)).data
const fieldsOf = (round: Round | undefined) => round?.changes.map(({ field, before, after }) => [field, before, after])

describe('the rounds of a claim', () => {
  it('tell what the accountant cut and what the employee changed, by the ids of the rows', async () => {
    const id = await on.file('quality', claim([row('300.00'), row('50.00')]))
    await on.passThrough(id, { until: 'accountantReview' })
    const { items } = (await on.detailOf(product.as('accountant'), id)).business
    const [first, second] = items as readonly [FormValue, FormValue]
    const task = await on.at(id, 'accountantReview')
    await on.pass(task, { comment: '核减', business: { items: [{ rowId: first['rowId'], approvedAmount: '250.00' }, { rowId: second['rowId'], approvedAmount: '50.00' }] } })
    await product.as('quality').post('/workflow/abortUpdate', { procInstId: id })
    const again = claim([{ ...second, expenseDetail: '墨盒' }, row('70.00', { approvedAmount: '70.00' })], { title: '办公用品（补）' })
    expect(on.refusal(await on.apply(product.as('quality'), again, { operate: 'edit', businessKey: id }))).toEqual({ code: 200, fields: {} })

    const [before, after] = await rounds('quality', id)
    expect(before).toMatchObject({ round: 1, changes: [], endedAt: '2026-11-20 10:00:00' })
    expect(before?.edits).toContainEqual(expect.objectContaining({ field: 'items.approvedAmount', row: first['rowId'], before: '300.00', after: '250.00', by: expect.objectContaining({ id: 'u-accountant' }) as unknown }))
    expect(after).toMatchObject({ round: 2, endedAt: null, edits: [] })
    expect(fieldsOf(after)).toEqual(expect.arrayContaining([
      ['items.expenseDetail', '打印纸', '墨盒'], ['items', null, expect.objectContaining({ amount: '70.00' })], ['items', expect.objectContaining({ amount: '300.00' }), null], ['totalAmount', '350.00', '120.00'],
    ]))
    expect(after?.changes.map(({ field }) => field)).not.toEqual(expect.arrayContaining(['titleEn', 'createTime', 'state', 'totalAmountCapital', 'overBudgetInfo']))
    expect(await product.as('librarian').get(`/workflow/rounds/${id}`)).toMatchObject({ code: 403 })
  })
})

describe('a document that a claim refers to', () => {
  it('is told by its number alone to an approver who may not read it', async () => {
    const theirs = claim([row('20.00', { bearingDept: 'sz-rd', costCenter: 'cc-sz-rd' })], { applicantDept: 'sz-hardware', bearingDept: 'sz-rd', costCenter: 'cc-sz-rd' })
    const mentioned = await on.file('employee', theirs)
    expect(await product.as('employee').post('/workflow/wf/processInstance/cc/add', { procInstId: mentioned, userIds: ['u-quality'] })).toMatchObject({ code: 200 })
    const id = await on.file('quality', claim([row('30.00')], { relatedProcessList: [mentioned] }))
    const labelFor = async (by: string) => (await product.as(by).get<{ references: { documentLink: Record<string, FormValue> } }>(`/oaserver/${type}/detail?procInstId=${id}`)).data.references.documentLink[mentioned]
    const known = await labelFor('quality')
    expect(known).toMatchObject({ businessType: type, amount: '20.00', state: 1 })
    expect(await labelFor('yangfan')).toEqual({ id: mentioned, name: known?.['businessNo'], businessNo: known?.['businessNo'], enabled: true, readable: false })
  })
})
