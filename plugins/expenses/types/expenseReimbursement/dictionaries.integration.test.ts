import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import type { FormDescription } from '#kernel/wording/describe.ts'
import { type } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
})
afterAll(() => product?.close())

const words = (text: string) => text.trim().split(/\s+/)

const described = async () => (await product.as('quality').get<FormDescription>(`/workflow/form/${type}`)).data

describe('the claim as data', () => {
  it('is filed on the web and on the small screen', async () => {
    const { data } = await product.as('quality').get<{ key: string }[]>('/workflow/process/list?terminal=mini')
    expect(data.map(({ key }) => key)).toContain(type)
  })

  it('has every dictionary and value that it chooses from', async () => {
    const { fields: all } = await described()
    const named = new Set(all.flatMap((field) => [field, ...(field.columns ?? [])]).flatMap(({ dict }) => dict ?? []))
    expect([...named].toSorted()).toEqual(
      words(
        'bank company docState explainType invoiceKind invoiceType offBudgetStatus positionLevel proceedsAccountType proceedsType reimburseKind',
      ),
    )
    const label = await product.composition.host.dictionary(product.database.db)
    const values = (key: string, list: string) => words(list).map((value) => label(key, value))
    expect(values('reimburseKind', '1 2 3 4 5 6 7 9')).not.toContain(null)
    expect(values('reimburseKind', '8')).toEqual([null])
    expect(values('docState', '1 2 4 5 12')).toEqual(['审批中/In approval', '已拒绝/Refused', '已完成/Completed', '已作废/Voided',
      '已撤销/Revoked'])
    expect(values('invoiceType', '1 2 3 4')).toEqual(['电子发票/Electronic', '纸质发票/Paper', '纸质+电子/Paper plus electronic',
      '无发票/No invoice'])
    expect(values('proceedsType', '1 2 3')).toEqual(['单人/Single', '多人/Multiple', '工资卡/Payroll card'])
  })
})
