import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { rates } from '#plugins/currencies/server/public-api.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { companyAccount, costRow } from '#plugins/payments/types/testing.ts'
import { contractAudit } from './ledger.ts'
import { contracting } from '../records/testing.ts'

let product: TestProduct
let on: FilingSupport
let sap: FilingSupport
let supplier = ''
let now = today
let contracted: ReturnType<typeof contracting>

const december = new Date('2026-12-02T10:00:00+08:00')

beforeAll(async () => {
  product = await demoProduct()
  product.clock.now = () => now
  on = filing(product, { key: 'disbursement' })
  sap = filing(product, { key: 'sapPayment' })
  const { db } = product.database
  supplier = (await db.selectFrom('supplier').select('id').where('code', '=', 'V200001').executeTakeFirstOrThrow()).id
  contracted = contracting(product, supplier)
  await setRate('2026-12', '7.2')
})
afterAll(() => product?.close())
beforeEach(async () => {
  now = today
  await setRate('2026-11', '7.1234')
})
afterEach(async () => {
  await product.audit()
  expect((await contractAudit.run(product.database.db, product.composition.host)).mismatches).toEqual([])
})

const setRate = async (month: string, rate: string) => {
  const { db } = product.database
  const { numUpdatedRows } = await db.updateTable('exchange_rate').set({ rate }).where('year_month', '=', month).where('currency', '=',
    'USD').executeTakeFirst()
  if (numUpdatedRows === 0n) await rates(db).save({ month, currency: 'USD', rate, locked: false, by: 'u-finance', at: new Date() })
}

/** Payee account abroad, for payments in USD. */
const account = companyAccount({ swiftNumber: 'PCBCCNBJJSS', bankAddress: 'Suzhou' })

const paying = (contractLink: string, stage: string, amount: string, change: FormValue = {}): FormValue => ({
  applicantDept: 'sz-quality',
  bearingDept: 'sz-quality',
  costCenter: costRow('1.00')['costCenter'],
  disburseKind: '3',
  payCompany: 'SZ',
  supplier,
  contractLink,
  paymentTerm: stage,
  planPayDate: '2026-12-25',
  ...(stage === '1' && { prepaymentWriteOffDate: '2027-03-01' }),
  payMethod: '4',
  paymentReason: '合同款',
  currencyType: 'CNY',
  items: [costRow(amount)],
  proceedsType: '1',
  payeeLines: [account],
  ...change,
})
const inUsd = { currencyType: 'USD' }
const say = () => ({ cashier: { business: { payStatus: '2', payDate: now.toISOString().slice(0, 10) } },
  financeManager: { business: { houseBank: 'CCB01' } } })
/** A row with the full term, of which part is paid. */
const ofTerm = (term: string, thisPayAmount: string) => ({ items: [costRow(term, { thisPayAmount })] })

interface Term {
  readonly stage: string
  readonly amount: string | null
  readonly paid: string
  readonly held: string
  readonly open: string | null
}
/** Each term as text: stage, amount, paid, held and open amount. */
const termsOf = async (contract: string) =>
  (await product.as('finance').get<{ terms: Term[] }>(`/oaserver/contract/${contract}/book`)).data.terms.map((
    { stage, amount, paid, held, open },
  ) => [stage, amount, paid, held, open].join(' '))
const contractOf = async (contract: string) =>
  (await product.as('finance').get<{ paidAmount: string; unpaidAmount: string | null }>(`/oaserver/contract/${contract}`)).data
/** RMB sum of a contract's entries by kind. */
const rmb = async (contract: string, kind: 'held' | 'paid') => {
  const { sum } = await product.database.db.selectFrom('contract_entry').select((eb) => eb.fn.sum<string | null>('amount_rmb').as('sum'))
    .where('contract_id', '=', contract)
    .where('kind', '=', kind).executeTakeFirstOrThrow()
  return Number(sum ?? 0).toFixed(2)
}
const problemsOf = async (value: FormValue) =>
  (await on.calculate(product.as('quality'), value)).data.problems.filter(({ code }) => code.startsWith('contracts.')).map((
    { field, code, level },
  ) => [field, code, ...(level ? [level] : [])].join(' '))

describe('a contract of 100.05 USD in four terms', () => {
  // 30 % of 100.05 = 30.015 → 30.02, 40 % = 40.02, 20 % = 20.01; the last term gets 100.05 − 30.02 − 40.02 − 20.01 = 10.00
  const terms = { currencyType: 'USD', amount: '100.05', prepayPercent: 30, receiptPercent: 40, acceptancePercent: 20, warrantyPercent: 10 }

  it('is paid to the cent by two disbursements and a payment through SAP, one refused and filed again at another rate', async () => {
    const contract = await contracted({ ...terms, ownerPerson: 'u-buyer' })
    expect(await termsOf(contract)).toEqual(['1 30.02 0.00 0.00 30.02', '2 40.02 0.00 0.00 40.02', '3 20.01 0.00 0.00 20.01',
      '4 10.00 0.00 0.00 10.00'])

    // 12.34 of the second term at 7.1234: 87.902756 → 87.90 RMB; the rate at filing is kept, whatever finance sets afterwards
    const first = await on.file('quality', paying(contract, '2', '12.34', inUsd))
    expect([await on.budget(first), await rmb(contract, 'held')]).toEqual([{ occupied: '87.90', spent: '0.00' }, '87.90'])
    await setRate('2026-11', '7.9')
    await on.passThrough(first, say())
    expect([await on.budget(first), await rmb(contract, 'paid'), await rmb(contract, 'held')]).toEqual([{ occupied: '0.00',
      spent: '87.90' }, '87.90', '0.00'])

    // the rest, 40.02 − 12.34 = 27.68, at 7.1234: 197.175712 → 197.18 RMB; released completely when refused
    await setRate('2026-11', '7.1234')
    const second = await on.file('quality', paying(contract, '2', '', { ...inUsd, ...ofTerm('40.02', '27.68') }))
    expect([await on.budget(second), await rmb(contract, 'held')]).toEqual([{ occupied: '197.18', spent: '0.00' }, '197.18'])
    expect(await termsOf(contract)).toContain('2 40.02 12.34 27.68 0.00')
    await on.refuse(second)
    expect([await on.budget(second), await rmb(contract, 'held')]).toEqual([{ occupied: '0.00', spent: '0.00' }, '0.00'])
    expect(await termsOf(contract)).toContain('2 40.02 12.34 0.00 27.68')

    // filed again in December at 7.2: 199.296 → 199.30 RMB; one cent more would exceed the term
    now = december
    expect(await problemsOf(paying(contract, '2', '', { ...inUsd, ...ofTerm('40.02', '27.69') }))).toEqual([
      'totalAmount contracts.beyondTerm',
    ])
    await on.fileAgain('quality', second, paying(contract, '2', '', { ...inUsd, ...ofTerm('40.02', '27.68') }))
    await on.passThrough(second, say())
    expect([await on.budget(second), await rmb(contract, 'paid')]).toEqual([{ occupied: '0.00', spent: '199.30' }, '287.20'])

    // the prepayment goes through SAP: 30.02 at 7.2 = 216.144 → 216.14 RMB, without a budget
    const down = await sap.file('buyer', {
      applicantDept: 'sz-purchase',
      sapPayKind: '1',
      sapCompanyCode: '1000',
      supplier,
      ...inUsd,
      purchaseGroup: 'P01',
      poNo: '4500200001',
      contractLink: contract,
      prepaymentWriteOffDate: '2027-03-01',
      planPayDate: '2026-12-25',
      payMethod: '4',
      paymentReason: '预付款',
      proceedsType: '1',
      payeeLines: [account],
      items: [{ rowId: 'i1', subtotal: '30.02', thisPayAmount: '30.02', specialGl: 'A', itemText: '预付款' }],
    })
    expect(await termsOf(contract)).toContain('1 30.02 0.00 30.02 0.00')
    await sap.passThrough(down, say())
    // 12.34 + 27.68 + 30.02 = 70.04 paid, 100.05 − 70.04 = 30.01 open; 87.90 + 199.30 + 216.14 = 503.34 RMB
    expect(await contractOf(contract)).toMatchObject({ paidAmount: '70.04', unpaidAmount: '30.01' })
    expect([await rmb(contract, 'paid'), await rmb(contract, 'held')]).toEqual(['503.34', '0.00'])
    expect(await termsOf(contract)).toEqual(['1 30.02 30.02 0.00 0.00', '2 40.02 40.02 0.00 0.00', '3 20.01 0.00 0.00 20.01',
      '4 10.00 0.00 0.00 10.00'])
    expect(await problemsOf(paying(contract, '2', '0.01', inUsd))).toEqual(['paymentTerm contracts.termPaid'])
    expect(await problemsOf(paying(contract, '3', '20.01'))).toContain('currencyType contracts.otherCurrency')
  })

  it('holds what is returned and filed again at the rate of the day, though its amount is the same', async () => {
    const contract = await contracted(terms)
    // 5.00 at 7.1234: 35.617 → 35.62 RMB
    const id = await on.file('quality', paying(contract, '3', '5.00', inUsd))
    expect(await rmb(contract, 'held')).toBe('35.62')
    await on.returnToStart(id)
    now = december
    // at 7.2: 36.00 RMB
    await on.fileAgain('quality', id, paying(contract, '3', '5.00', inUsd))
    expect([await rmb(contract, 'held'), await on.budget(id)]).toEqual(['36.00', { occupied: '36.00', spent: '0.00' }])
    await on.passThrough(id, say())
    expect([await rmb(contract, 'held'), await rmb(contract, 'paid')]).toEqual(['0.00', '36.00'])
  })
})

describe('other contracts', () => {
  it('a framework contract is paid without a limit, and nothing of it is open', async () => {
    const contract = await contracted({ contractType: 'framework', amount: '0.00' })
    for (const amount of ['90.00', '5.01']) await on.passThrough(await on.file('quality', paying(contract, '2', amount)), say())
    expect(await contractOf(contract)).toMatchObject({ paidAmount: '95.01', unpaidAmount: null })
    expect(await termsOf(contract)).toContain('2  95.01 0.00 ')
  })

  it('a supplement has terms and payments of its own beside its main contract', async () => {
    const main = await contracted()
    const supplement = await contracted({ contractType: 'supplementary', isSupplementary: true, mainContract: main, amount: '20.00',
      prepayPercent: 0, receiptPercent: 100, warrantyPercent: 0 })
    await on.passThrough(await on.file('quality', paying(main, '2', '15.00')), say())
    await on.passThrough(await on.file('quality', paying(supplement, '2', '20.00')), say())
    expect([await contractOf(main), await contractOf(supplement)]).toMatchObject([{ paidAmount: '15.00', unpaidAmount: '985.00' }, {
      paidAmount: '20.00',
      unpaidAmount: '0.00',
    }])
    expect(await problemsOf(paying(supplement, '2', '0.01'))).toEqual(['paymentTerm contracts.termPaid'])
    const { data } = await product.as('finance').get<{ supplements: object[] }>(`/oaserver/contract/${main}/book`)
    expect(data.supplements).toMatchObject([{ id: supplement, amount: '20.00' }])
  })

  it('an expired one is paid by whoever confirms it, a terminated one no more, not even what is under way', async () => {
    const contract = await contracted({ expiryDate: '2026-11-10' })
    const value = paying(contract, '4', '10.00')
    expect(await problemsOf(value)).toEqual(['contractLink contracts.payExpired confirm'])
    expect((await on.apply(product.as('quality'), value)).code).not.toBe(200)
    const { data, code } = await on.apply(product.as('quality'), value, { confirmed: ['contracts.payExpired'] })
    expect(code).toBe(200)
    expect(await termsOf(contract)).toContain('4 100.00 0.00 10.00 90.00')
    await product.database.db.updateTable('contract_ledger').set({ exec_state: '3' }).where('id', '=', contract).execute()
    expect(on.refusal(await on.pass(data.businessKey)).fields).toMatchObject({ contractLink: expect.stringContaining('终止') as string })
    expect(await problemsOf(value)).toEqual(['contractLink contracts.terminated'])
    await on.refuse(data.businessKey)
    expect(await termsOf(contract)).toContain('4 100.00 0.00 0.00 100.00')
  })
})
