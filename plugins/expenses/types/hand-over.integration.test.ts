import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestProduct, voided } from '#server/documents/testing.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { claim, row } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { anySupplier, dinner, service, serviceRow } from './testing.ts'

let product: TestProduct
let dinners: FilingSupport
let services: FilingSupport
let claims: FilingSupport

beforeAll(async () => {
  product = await demoProduct()
  dinners = filing(product, { key: 'entertainmentApply' })
  services = filing(product, { key: 'serviceFeeApply' })
  claims = filing(product, { key: 'expenseReimbursement' })
})
afterAll(() => product?.close())
afterEach(() => product.audit())

const numberOf = async (support: FilingSupport, id: string) => (await support.detailOf(product.as('quality'), id)).businessNo

async function approvedDinner() {
  const id = await dinners.file('quality', dinner())
  await dinners.passThrough(id)
  return { id, number: await numberOf(dinners, id) }
}

async function approvedService(unitPrice: string) {
  const id = await services.file('quality', service({ supplier: await anySupplier(product), items: [serviceRow({ unitPrice })] }))
  await services.passThrough(id)
  return { id, number: await numberOf(services, id) }
}

const dinnerClaim = (application: { id: string; number: string }, amount: string, change: FormValue = {}) =>
  claim([row(amount, { expenseCategory: 'c-ent', linkNo: application.number })], { reimburseKind: '3', entertainmentLinks: [application.id],
    ...change })

const serviceClaim = (application: { id: string; number: string }, amount: string) =>
  claim([row(amount, { expenseCategory: 'c-service', linkNo: application.number })], { reimburseKind: '5',
    serviceFeeLinks: [application.id] })

/** The balances of a document on each budget month: occupied, spent. */
const balances = async (id: string) => {
  const rows = await product.database.db.selectFrom('budget_entry').select(['month', 'kind', 'amount', 'direction', 'source_id']).where(
    'document_id',
    '=',
    id,
  ).orderBy('id')
    .execute()
  const sums = new Map<string, number>()
  for (const { month, kind, amount, direction, source_id: source } of rows) {
    const key = `${month} ${kind === 'occupy' || kind === 'release' ? 'occupied' : 'spent'}${source === null ? '' : ' taken over'}`
    sums.set(key, (sums.get(key) ?? 0) + Math.round(Number(amount) * 100) * direction)
  }
  return Object.fromEntries([...sums].filter(([, cents]) => cents !== 0).map(([key, cents]) => [key, (cents / 100).toFixed(2)]))
}

const refused = async (answer: ReturnType<FilingSupport['apply']>) => claims.refusal(await answer)

describe('an approved entertainment', () => {
  it('hands over what its claim asks for, keeps the rest until that is completed, and then keeps nothing', async () => {
    const application = await approvedDinner()
    expect(await balances(application.id)).toEqual({ '11 occupied': '400.00' })
    const id = await claims.file('quality', dinnerClaim(application, '300.00'))
    expect([await balances(id), await balances(application.id)]).toEqual([{ '11 occupied taken over': '300.00' }, {
      '11 occupied': '100.00',
    }])
    await claims.passThrough(id)
    expect([await balances(id), await balances(application.id)]).toEqual([{ '11 spent taken over': '300.00' }, {}])
  })

  it('is claimed beyond its amount with an explanation; only the excess is new', async () => {
    const application = await approvedDinner()
    expect(await refused(claims.apply(product.as('quality'), dinnerClaim(application, '450.50')))).toMatchObject({
      fields: { overStandardExplanation: '报销金额超出招待申请，请填写超标说明' },
    })
    const id = await claims.file('quality', dinnerClaim(application, '450.50', { overStandardExplanation: '客户临时增加两人' }))
    expect([await balances(id), await balances(application.id)]).toEqual([{ '11 occupied taken over': '400.00', '11 occupied': '50.50' },
      {}])
    await claims.refuse(id)
    expect([await balances(id), await balances(application.id)]).toEqual([{}, { '11 occupied': '400.00' }])
  })

  it('follows the accountant who cuts the claim, and is nobody else’s meanwhile', async () => {
    const application = await approvedDinner()
    const id = await claims.file('quality', dinnerClaim(application, '300.00'))
    expect(await refused(claims.apply(product.as('quality'), dinnerClaim(application, '10.00')))).toMatchObject({
      fields: { entertainmentLinks: `该申请已被单据${await numberOf(claims, id)}报销` },
    })
    await claims.passThrough(id, {}, 'accountantReview')
    const { business } = await claims.detailOf(product.as('accountant'), id)
    const [first] = business['items'] as FormValue[]
    await claims.pass(id, { comment: '酒水自理', business: { items: [{ ...first, approvedAmount: '250.00' }] } })
    expect([await balances(id), await balances(application.id)]).toEqual([{ '11 occupied taken over': '250.00' }, {
      '11 occupied': '150.00',
    }])
    await claims.revoke('quality', id)
    expect([await balances(id), await balances(application.id)]).toEqual([{}, { '11 occupied': '400.00' }])
  })

  it('cannot be revoked while it is claimed; what nobody claims in time goes back at night', async () => {
    const application = await approvedDinner()
    const id = await claims.file('quality', dinnerClaim(application, '300.00'))
    const answer = await product.as('quality').post('/workflow/abort', { procInstId: application.id, comment: '取消' })
    expect(answer).toMatchObject({ msg: '该单据已关联其他已完成或审批中的单据，不能撤销' })
    await claims.revoke('quality', id)
    const clock = product.clock.now
    const nightOf = async (day: string) => {
      product.clock.now = () => new Date(`${day}T08:30:00+08:00`)
      await product.composition.jobs.tick()
    }
    // the dinner is on 24 November: its sixtieth day is 23 January
    await nightOf('2027-01-23')
    expect(await balances(application.id)).toEqual({ '11 occupied': '400.00' })
    await nightOf('2027-01-24')
    expect(await balances(application.id)).toEqual({})
    product.clock.now = clock
  })
})

describe('an application whose claim went off budget in part', () => {
  const rowsOfClaim = (application: { id: string; number: string }, ...amounts: readonly string[]) =>
    claim(amounts.map((amount) => row(amount, { expenseCategory: 'c-ent', linkNo: application.number })), { reimburseKind: '3',
      entertainmentLinks: [application.id] })

  async function completedClaim(application: { id: string; number: string }) {
    const id = await claims.file('quality', rowsOfClaim(application, '300.00', '60.00', '40.00'))
    await claims.passThrough(id)
    const { business } = await claims.detailOf(product.as('quality'), id)
    return { id, rows: (business['items'] as FormValue[]).map(({ rowId }) => String(rowId)) }
  }
  const switched = async (id: string, itemIds: readonly (string | undefined)[], offBudgetStatus: '0' | '1') =>
    expect(
      await product.as('finance').post('/oaserver/expenseReimbursement/changeOffBudgetItemStatus', { businessKey: id,
        items: itemIds.map((itemId) => ({ itemId, offBudgetStatus })) }),
    ).toMatchObject({ code: 200 })
  const taken = async (id: string) => expect(await voided(product, ['weichen', 'finance'], id)).toMatchObject({ code: 200 })

  it.each([
    ['a row of it', async (id: string, [first]: readonly string[]) => switched(id, [first], '1')],
    ['all of it', (id: string, rows: readonly string[]) => switched(id, rows, '1')],
    ['its last row twice, and back', async (id: string, [, , last]: readonly string[]) => {
      for (const status of ['1', '0', '1', '0'] as const) await switched(id, [last], status)
    }],
    ['a row of it that came back before another went', async (id: string, [first, second, last]: readonly string[]) => {
      await switched(id, [first, last], '1')
      await switched(id, [last], '0')
      await switched(id, [second], '1')
    }],
  ])('gets back what it handed over when the claim is voided: %s', async (_, change) => {
    const application = await approvedDinner()
    const { id, rows } = await completedClaim(application)
    await change(id, rows)
    await product.audit()
    await taken(id)
    expect([await balances(id), await balances(application.id)]).toEqual([{}, { '11 occupied': '400.00' }])
  })

  it('hands it over again, and gets it back again', async () => {
    const application = await approvedDinner()
    const { id, rows } = await completedClaim(application)
    await switched(id, rows.slice(1, 2), '1')
    await taken(id)
    const again = await claims.file('quality', rowsOfClaim(application, '400.00'))
    expect([await balances(again), await balances(application.id)]).toEqual([{ '11 occupied taken over': '400.00' }, {}])
    await claims.revoke('quality', again)
    expect([await balances(again), await balances(application.id)]).toEqual([{}, { '11 occupied': '400.00' }])
  })

  it('gets back the part of the one of two claims that is voided', async () => {
    const application = await approvedService('800.00')
    const ids: string[] = []
    for (const amount of ['500.00', '300.00']) {
      const id = await claims.file('quality', serviceClaim(application, amount))
      await claims.passThrough(id)
      ids.push(id)
    }
    const { business } = await claims.detailOf(product.as('quality'), ids[0]!)
    await switched(ids[0]!, [String((business['items'] as FormValue[])[0]?.['rowId'])], '1')
    await taken(ids[0]!)
    expect([await balances(ids[0]!), await balances(ids[1]!), await balances(application.id)]).toEqual([{}, {
      '12 spent taken over': '300.00',
    }, { '12 occupied': '500.00' }])
  })
})

describe('an approved service fee', () => {
  it('is claimed in parts until nothing is left, and shows how much that is', async () => {
    const application = await approvedService('800.00')
    expect(await balances(application.id)).toEqual({ '12 occupied': '800.00' })
    const first = await claims.file('quality', serviceClaim(application, '500.00'))
    const shown = async () => (await services.detailOf(product.as('quality'), application.id)).business
    expect(await shown()).toMatchObject({ usedAmount: '500.00', remainingAmount: '300.00' })
    expect(await refused(claims.apply(product.as('quality'), serviceClaim(application, '300.01')))).toMatchObject({
      fields: { 'items.0.amount': '报销金额不能超过关联申请的剩余金额' },
    })
    await claims.passThrough(first)
    const second = await claims.file('quality', serviceClaim(application, '300.00'))
    await claims.passThrough(second)
    expect([await balances(first), await balances(second), await balances(application.id)]).toEqual([{ '12 spent taken over': '500.00' }, {
      '12 spent taken over': '300.00',
    }, {}])
    const picker = await product.as('quality').post<{ records: { id: string; remaining: string }[] }>('/workflow/getProcess', {
      links: ['serviceFeeApply'],
      linkStates: ['completed'],
    })
    expect(picker.data.records.find(({ id }) => id === application.id)).toMatchObject({ remaining: '0.00' })
  })

  it('is settled by whoever applied for it, and by nobody else; what is left is free then', async () => {
    const application = await approvedService('800.00')
    const id = await claims.file('quality', serviceClaim(application, '500.00'))
    const close = (by: string, closeReason: string) =>
      product.as(by).post('/workflow/followUp', { procInstId: application.id, followUp: 'close', business: { closeReason } })
    expect((await close('yangfan', '服务已结束')).code).not.toBe(200)
    expect(await close('quality', '服务已结束')).toMatchObject({ code: 200 })
    expect([await balances(id), await balances(application.id)]).toEqual([{ '12 occupied taken over': '500.00' }, {}])
    expect((await close('quality', '再结一次')).code).not.toBe(200)
    const noted = async (language: 'zh_CN' | 'en_US') =>
      (await product.as('quality', language).get<{ processRecord: readonly { comment: string }[] }>(
        `/oaserver/serviceFeeApply/detail?procInstId=${application.id}`,
      )).data
        .processRecord.at(-1)?.comment
    expect([await noted('zh_CN'), await noted('en_US')]).toEqual(['结清', 'Settle'])
    expect((await claims.apply(product.as('quality'), serviceClaim(application, '1.00'))).code).toBe(42009)
  })

  it('is not claimed twice by two who file at once', async () => {
    const application = await approvedService('100.00')
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => claims.apply(product.as('quality'), serviceClaim(application, '60.00'))),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 42009, 42009, 42009, 42009, 42009])
  })
})
