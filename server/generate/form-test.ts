import type { Names } from './names.ts'

/** The test of a new business type: sound by itself, and filed, decided and refused over HTTP. */
export const formTest = ({ camel, cn, en }: Names, prefix: string) => `import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problems } from '../../../../../src/kernel/problems.ts'
import type { TestProduct } from '../../../../../server/documents/testing.ts'
import { formProduct, moduleOf } from '../../../server/testing.ts'
import { ${camel} } from './index.ts'

let product: TestProduct
beforeAll(async () => {
  product = await formProduct(${camel})
})
afterAll(() => product.close())

const filled = { wantedBy: '2026-11-27', reason: 'Because', items: [{ rowId: 'r1', description: 'One thing', quantity: 2 }] }

interface Filed {
  readonly businessKey: string
  readonly businessNo: string
  readonly fields: readonly { readonly name: string; readonly message: string }[]
}
const file = (business: object = {}) => product.as('wang').post<Filed>('/oaserver/${camel}/apply', { business: { ...filled, ...business } })
const stateOf = async (key: string) => (await product.as('wang').get<{ state: number }>(\`/oaserver/${camel}/detail?businessKey=\${key}\`)).data.state

/** Passes what waits for a person; answers how many documents those were. */
async function passAll(who: string): Promise<number> {
  const { data } = await product.as(who).post<{ records: { taskId: string }[] }>('/workflow/tasks/todoList', {})
  for (const { taskId } of data.records) expect(await product.as(who).post('/workflow/pass', { taskId, comment: 'fine' })).toMatchObject({ code: 200 })
  return data.records.length
}

it('is sound by itself', () => {
  expect(problems([moduleOf(${camel})])).toEqual([])
})

describe('a filed document', () => {
  it('is completed when the head of the department has passed it', async () => {
    const { code, data } = await file()
    expect(code).toBe(200)
    expect(data.businessNo).toMatch(/^${prefix}202611200\\d{3}$/)
    expect(await stateOf(data.businessKey)).toBe(1)
    expect(await passAll('head')).toBe(1)
    expect(await stateOf(data.businessKey)).toBe(4)
    await product.audit()
  })

  it('goes to the vice president too when it is large', async () => {
    const { data } = await file({ items: [{ rowId: 'r1', description: 'Many things', quantity: 11 }] })
    expect(await passAll('head')).toBe(1)
    expect(await stateOf(data.businessKey)).toBe(1)
    expect(await passAll('chief')).toBe(1)
    expect(await stateOf(data.businessKey)).toBe(4)
  })

  it('carries what the product proposes', async () => {
    const { data } = await file()
    const detail = await product.as('wang').get<{ business: object }>(\`/oaserver/${camel}/detail?businessKey=\${data.businessKey}\`)
    expect(detail.data.business).toMatchObject({ title: '王伟提交的${cn}', titleEn: '${en} submitted by Wang Wei', applicantDept: 'works', totalQuantity: '2' })
  })
})

describe('what is refused, with a sentence at the field', () => {
  it('a day in the past', async () => {
    expect(await file({ wantedBy: '2026-11-19' })).toMatchObject({ code: 42009, data: { fields: [{ name: 'wantedBy', message: '期望日期不能早于今天' }] } })
  })

  it.each([
    ['nothing in a required field', 'reason', { reason: '' }],
    ['no items', 'items', { items: [] }],
    ['an item of none', 'items.0.quantity', { items: [{ rowId: 'r1', description: 'Nothing', quantity: 0 }] }],
  ])('%s', async (_, field, wrong) => {
    const { code, data } = await file(wrong)
    expect(code).toBe(42009)
    expect(data.fields.map(({ name }) => name)).toContain(field)
  })
})
`
