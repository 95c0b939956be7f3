import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestProduct, voided } from '#server/documents/testing.ts'
import { claim, claims, row, type } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'

let product: TestProduct
let on: ReturnType<typeof claims>

beforeAll(async () => {
  product = await demoProduct()
  on = claims(product)
})
afterAll(() => product?.close())
afterEach(() => product.audit())

interface Items {
  readonly items: readonly { readonly rowId: string; readonly offBudgetStatus: string }[]
}

/** A completed claim of two rows, 30.00 and 12.00, with the ids of its rows. */
async function completed() {
  const id = await on.file('quality', claim([row('30.00'), row('12.00')]))
  await on.passThrough(id)
  const { business } = await on.detailOf(product.as('quality'), id)
  const [first, second] = (business as unknown as Items).items.map(({ rowId }) => rowId)
  return { id, first: first!, second: second! }
}

const change = (id: string, items: readonly object[], by = 'finance', headers = {}) =>
  product.as(by).post<{ businessKey: string; fields?: readonly { name: string }[] }>(`/oaserver/${type}/changeOffBudgetItemStatus`, {
    businessKey: id,
    items,
  }, headers)
const off = (itemId: string) => ({ itemId, offBudgetStatus: '1' })
const within = (itemId: string) => ({ itemId, offBudgetStatus: 0 })
const lastEntry = async (id: string) =>
  product.database.db.selectFrom('budget_entry').select(['kind', 'amount', 'row_id', 'off_budget', 'operator']).where('document_id', '=',
    id).orderBy('id', 'desc').limit(1)
    .executeTakeFirstOrThrow()
const close = (year: number, locked: boolean) =>
  product.database.db.insertInto('budget_year_setting').values({ year, locked }).onConflict((conflict) =>
    conflict.column('year').doUpdateSet({ locked })
  ).execute()

describe('a row of a completed claim', () => {
  it('goes off budget with a refund, and comes back with a spending', async () => {
    const { id, second } = await completed()
    expect(await change(id, [off(second)])).toMatchObject({ code: 200, msg: '提交成功', data: { businessKey: id } })
    expect(await on.budget(id)).toEqual({ occupied: '0.00', spent: '30.00' })
    expect(await lastEntry(id)).toMatchObject({ kind: 'refund', amount: '12.00', row_id: second, off_budget: true, operator: 'u-finance' })
    const { business, processRecord } = await on.detailOf(product.as('quality'), id)
    expect((business as unknown as Items).items.map(({ offBudgetStatus }) => offBudgetStatus)).toEqual(['0', '1'])
    expect(processRecord.at(-1)).toMatchObject({ operateType: 'comment', comment: '预算外状态已变更' })
    const english = await product.as('finance', 'en_US').get<{ processRecord: readonly object[]; moduleActions: object }>(
      `/oaserver/${type}/detail?procInstId=${id}`,
    )
    expect(english.data.processRecord.at(-1)).toMatchObject({ comment: 'Off-budget status changed' })
    expect(english.data.moduleActions).toEqual({ offBudget: { tables: ['items'], field: 'offBudgetStatus' } })
    expect(await on.detailOf(product.as('quality'), id)).toHaveProperty('moduleActions', {})
    expect(await change(id, [within(second)])).toMatchObject({ code: 200 })
    expect(await lastEntry(id)).toMatchObject({ kind: 'spend', amount: '12.00', row_id: second })
    expect(await on.budget(id)).toEqual({ occupied: '0.00', spent: '42.00' })
  })

  it('that stays as it is leaves nothing behind, and a repeated key acts once', async () => {
    const { id, first, second } = await completed()
    const events = async () =>
      (await product.database.db.selectFrom('document_event').select('seq').where('document', '=', id).execute()).length
    const before = await events()
    expect(await change(id, [within(first)])).toMatchObject({ code: 200 })
    expect(await events()).toBe(before)
    const answers = [await change(id, [off(second)], 'finance', { 'idempotency-key': 'off-1' }),
      await change(id, [off(second)], 'finance', { 'idempotency-key': 'off-1' })]
    expect(answers[1]).toEqual(answers[0])
    expect(await change(id, [off(first)], 'finance', { 'idempotency-key': 'off-1' })).toMatchObject({ code: 42009 })
    expect(await on.budget(id)).toEqual({ occupied: '0.00', spent: '30.00' })
  })

  it('switched by sixteen at once is refunded once', async () => {
    const { id, second } = await completed()
    const answers = await Promise.all(Array.from({ length: 16 }, () => change(id, [off(second)])))
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 16 }, () => 200))
    expect(await on.budget(id)).toEqual({ occupied: '0.00', spent: '30.00' })
  })

  it('is switched by those who may, on a claim that is completed, by its own id', async () => {
    const { id, second } = await completed()
    expect((await change(id, [off(second)], 'quality')).code).toBe(403)
    expect((await change(id, [off(second)], 'employee')).code).toBe(404)
    const unknown = await change(id, [off(second), off('nowhere')])
    expect([unknown.code, unknown.msg, unknown.data.fields?.[0]?.name]).toEqual([42009, '单据中没有该明细行', 'items.1.itemId'])
    const running = await on.file('quality', claim([row('1.00')]))
    expect(await change(running, [off('any')])).toMatchObject({ code: 42007, msg: '单据状态已变化，请刷新', data: { state: 1 } })
    expect(await on.budget(id)).toEqual({ occupied: '0.00', spent: '42.00' })
  })
})

describe('in a closed year', () => {
  afterEach(() => close(2026, false))

  it('rows stay where they are, and a completed claim cannot be voided: neither by button nor by call', async () => {
    const { id, second } = await completed()
    expect((await on.detailOf(product.as('weichen'), id)).actions).toContain('void')
    await close(2026, true)
    expect(await change(id, [off(second)])).toMatchObject({ code: 42009, msg: '2026年度预算已锁定' })
    expect((await on.detailOf(product.as('weichen'), id)).actions).not.toContain('void')
    expect(await product.as('weichen').post('/workflow/abandoned', { procInstId: id })).toMatchObject({ code: 42009,
      msg: '2026年度预算已锁定' })
    await close(2026, false)
    expect(await voided(product, ['weichen', 'finance'], id)).toMatchObject({ code: 200, data: { outcome: 'confirmed' } })
    expect(await on.budget(id)).toEqual({ occupied: '0.00', spent: '0.00' })
  })
})
