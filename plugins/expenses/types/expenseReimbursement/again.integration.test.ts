import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestProduct, voided } from '#server/documents/testing.ts'
import { claim, claims, paperRow, row, type } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'

let product: TestProduct
let on: ReturnType<typeof claims>

beforeAll(async () => {
  product = await demoProduct()
  on = claims(product)
})
afterAll(() => product?.close())
afterEach(async () => {
  product.clock.now = () => today
  await product.audit()
})

const nothing = { occupied: '0.00', spent: '0.00' }
const held = (amount: string) => ({ occupied: amount, spent: '0.00' })
const stateOf = async (id: string) => (await on.detailOf(product.as('admin'), id)).state
const again = (userName: string, id: string, business: object) =>
  on.apply(product.as(userName), business as never, { operate: 'edit', businessKey: id })
const revoke = (userName: string, id: string) => product.as(userName).post('/workflow/abort', { procInstId: id, comment: '填错了' })
const abandon = (userName: string, id: string) => voided(product, [userName, 'finance'], id)

describe('revoking', () => {
  it('frees the budget and the invoices; only who filed it may', async () => {
    const rows = [paperRow('30.00')]
    const id = await on.file('quality', claim(rows))
    expect(await on.budget(id)).toEqual(held('30.00'))
    expect(await revoke('yangfan', id)).toMatchObject({ code: 403 })
    expect(await revoke('quality', id)).toMatchObject({ code: 200, data: { state: 12, businessKey: id, routeName: `${type}Detail` } })
    expect(await on.budget(id)).toEqual(nothing)
    expect(await on.pending(id)).toEqual([])
    const other = await on.file('quality', claim(rows))
    expect(await revoke('quality', other)).toMatchObject({ code: 200 })
    expect(await revoke('quality', other)).toMatchObject({ code: 42007,
      data: { state: 12, currentTask: null, routeName: `${type}Detail` } })
  })

  it('ends with completion, as the type says', async () => {
    const id = await on.file('quality', claim([row('30.00')]))
    await on.passThrough(id)
    expect(await revoke('quality', id)).toMatchObject({ code: 42007, data: { state: 4 } })
    expect(await on.budget(id)).toEqual({ occupied: '0.00', spent: '30.00' })
  })
})

describe('refusing', () => {
  it('ends the claim and frees the budget; nobody else may act on it then', async () => {
    const id = await on.file('quality', claim([row('30.00')]))
    const [task] = await on.pending(id)
    const refuse = (userName: string) => product.as(userName).post('/workflow/refuse', { taskId: task!.task, comment: '不合规' })
    expect(await refuse('vp')).toMatchObject({ code: 403 })
    expect(await refuse('yangfan')).toMatchObject({ code: 200, data: { state: 2, currentTask: null } })
    expect(await on.budget(id)).toEqual(nothing)
    expect(await refuse('yangfan')).toMatchObject({ code: 42006, data: { state: 2, currentTask: null } })
    expect(await on.pass(task!)).toMatchObject({ code: 42006 })
  })
})

describe('filing again', () => {
  it('keeps the number, counts the round, and reads the rate anew', async () => {
    const abroad = { currencyType: 'USD', proceedsType: '1',
      payeeLines: [{ proceedsName: 'Ying Cao', proceedsAccount: 'DEMO12345678', proceedsAccountType: '2', bankName: '中国银行',
        swiftNumber: 'BKCHCNBJ', bankAddress: '1 Road' }] }
    const id = await on.file('quality', claim([row('100.00')], abroad))
    const first = await on.detailOf(product.as('quality'), id)
    expect(await product.as('quality').post('/workflow/abortUpdate', { procInstId: id })).toMatchObject({ code: 200,
      data: { businessKey: id, state: 12, routeName: `${type}Edit` } })
    expect(await on.budget(id)).toEqual(nothing)
    await product.database.db.updateTable('exchange_rate').set({ rate: '8.000000' }).where('currency', '=', 'USD').where('year_month', '=',
      '2026-11').execute()
    expect(
      await again('quality', id, { ...first.business, items: [{ ...first.business.items[0], amount: '200.00', approvedAmount: '200.00' }],
        payeeLines: abroad.payeeLines }),
    )
      .toMatchObject({ code: 200, data: { businessKey: id, businessNo: first.businessNo, state: 1 } })
    const second = await on.detailOf(product.as('quality'), id)
    expect(second).toMatchObject({ round: 2, state: 1, businessNo: first.businessNo,
      business: { exchangeRate: '8.000000', totalAmountRmb: '1600.00', businessNo: first.businessNo } })
    expect(await on.budget(id)).toEqual(held('1600.00'))
    expect(second.processRecord.map(({ operateType, round }) => `${round} ${operateType}`)).toEqual(['1 start', '1 aborted', '2 start',
      '2 running'])
    await on.passThrough(id)
    expect(await on.budget(id)).toEqual({ occupied: '0.00', spent: '1600.00' })
  })

  it('is open after refusal, revocation and voiding, and to nobody but who filed it', async () => {
    const business = claim([row('30.00')])
    const id = await on.file('quality', business)
    expect(await again('quality', id, business)).toMatchObject({ code: 42007, data: { state: 1 } })
    for (const end of [() => revoke('quality', id), () => abandon('admin', id)]) {
      expect(await end()).toMatchObject({ code: 200 })
      expect(await on.budget(id)).toEqual(nothing)
      expect(await again('songtao', id, business)).toMatchObject({ code: 404 })
      expect(await again('yangfan', id, business)).toMatchObject({ code: 403 })
      expect(await again('quality', id, business)).toMatchObject({ code: 200 })
      expect(await on.budget(id)).toEqual(held('30.00'))
    }
    await on.passThrough(id)
    expect(await again('quality', id, business)).toMatchObject({ code: 42007, data: { state: 4 } })
  })

  it('of what was refused for good reason is checked like the first time', async () => {
    const id = await on.file('quality', claim([row('30.00')]))
    await revoke('quality', id)
    expect(on.refusal(await again('quality', id, claim([])))).toEqual({ code: 42009, fields: { items: '请至少添加一条报销明细' } })
    expect([await stateOf(id), await on.budget(id)]).toEqual([12, nothing])
  })
})

describe('voiding', () => {
  it('needs its permission, and takes back what a completed claim has spent', async () => {
    const id = await on.file('quality', claim([row('30.00'), row('12.34', { expenseCategory: 'c-post' })]))
    await on.passThrough(id)
    expect(await abandon('quality', id)).toMatchObject({ code: 403 })
    expect(await abandon('finance', id)).toMatchObject({ code: 403 })
    expect(await on.budget(id)).toEqual({ occupied: '0.00', spent: '42.34' })
    expect(await abandon('weichen', id)).toMatchObject({ code: 200, data: { outcome: 'confirmed' } })
    expect(await on.budget(id)).toEqual(nothing)
    expect(await abandon('weichen', id)).toMatchObject({ code: 42007, data: { state: 5 } })
  })
})

describe('an invoice', () => {
  it('proves one claim only, named to who files it', async () => {
    const shared = paperRow('30.00')
    const id = await on.file('quality', claim([shared]))
    const { businessNo } = await on.detailOf(product.as('quality'), id)
    const [one, other] = [shared['invoiceNo'], '69999999']
    const answer = await on.apply(product.as('songtao'),
      claim([row('1.00'), paperRow('2.00', { invoiceNo: `${other}、${String(one)}` })], { applicantDept: 'sz-hardware' }))
    expect(on.refusal(answer)).toEqual({ code: 42009, fields: { 'items.1.invoiceNo': `发票${String(one)}已在单据${businessNo}中使用` } })
    const twice = await on.apply(product.as('quality', 'en_US'),
      claim([paperRow('2.00', { invoiceNo: other }), paperRow('2.00', { invoiceNo: other })]))
    expect(on.refusal(twice).fields).toEqual({
      'items.1.invoiceNo': 'Invoice 69999999 appears twice in this document. To split it over rows, use “Use another row’s invoice”',
    })
  })

  it('has its numbers written plain, and no number of an issuer abroad is taken for that of another', async () => {
    const abroad = () => paperRow('3.00', { invoiceNo: 'Ｒ-0001', invoiceKind: '4' })
    const id = await on.file('quality', claim([paperRow('2.00', { invoiceNo: '６9999998；69999997' }), abroad(), abroad()]))
    const { items } = (await on.detailOf(product.as('quality'), id)).business as { items: { invoiceNo: string }[] }
    expect(items.map(({ invoiceNo }) => invoiceNo)).toEqual(['69999998,69999997', 'R-0001', 'R-0001'])
    const used = await on.apply(product.as('quality'), claim([paperRow('1.00', { invoiceNo: '69999997' })]))
    expect(Object.keys(on.refusal(used).fields)).toEqual(['items.0.invoiceNo'])
    expect((await on.apply(product.as('quality'), claim([abroad()]))).code).toBe(200)
  })

  it('proves one of two claims that are filed at once', async () => {
    const rows = [paperRow('30.00')]
    const answers = await Promise.all(Array.from({ length: 6 }, () => on.apply(product.as('quality'), claim(rows))))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ code }) => code !== 200)) {
      expect(on.refusal(answer)).toEqual({ code: 42009,
        fields: { 'items.0.invoiceNo': expect.stringMatching(/已在单据BX\d{12}中使用/) as unknown } })
    }
  })
})
