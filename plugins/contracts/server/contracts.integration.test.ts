import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { companyAccount, costRow } from '#plugins/payments/types/testing.ts'
import { disbursement } from '#plugins/payments/types/disbursement/index.ts'
import { serviceFeeApply } from '#plugins/expenses/types/serviceFeeApply/index.ts'
import { contractAudit, paymentOf } from './ledger/ledger.ts'
import { contracting } from './records/testing.ts'
import { contractReminders } from './reminders.ts'

let product: TestProduct
let on: FilingSupport
let supplier: string
let other: string
let contracted: ReturnType<typeof contracting>

beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, disbursement)
  const { db } = product.database
  ;[supplier = '', other = ''] =
    (await db.selectFrom('supplier').select('id').where('enable', '=', true).orderBy('code').limit(2).execute()).map(({ id }) => id)
  contracted = contracting(product, supplier)
})
afterAll(() => product?.close())
afterEach(async () => {
  await product.audit()
  expect((await contractAudit.run(product.database.db, product.composition.host)).mismatches).toEqual([])
})

const paying = (contractLink: string, amount: string, change: FormValue = {}): FormValue => ({
  applicantDept: 'sz-quality',
  bearingDept: 'sz-quality',
  costCenter: costRow('1.00')['costCenter'],
  disburseKind: '3',
  payCompany: 'SZ',
  supplier,
  contractLink,
  paymentTerm: '2',
  planPayDate: '2026-11-25',
  payMethod: '4',
  paymentReason: '到货款',
  currencyType: 'CNY',
  items: [costRow(amount)],
  proceedsType: '1',
  payeeLines: [companyAccount()],
  ...change,
})
const say = { cashier: { business: { payStatus: '2', payDate: '2026-11-20' } } }
const figures = async (id: string) => {
  const { paid_amount: paid, held_amount: held } = await product.database.db.selectFrom('contract_ledger').select(['paid_amount',
    'held_amount']).where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [paid, held]
}
const refusedFields = async (value: FormValue) => {
  const { data } = await on.calculate(product.as('quality'), value)
  return data.problems.filter(({ code }) => code.startsWith('contracts.')).map((
    { field, code, level },
  ) => [field, code, ...(level ? [level] : [])])
}

describe('a contract of others', () => {
  it('is offered, found and linked within one’s scope, and only named in a document that one may read', async () => {
    const contract = await contracted()
    const asked = async (who: string) => {
      const person = product.as(who)
      const ids = (records: readonly { readonly id: string }[]) => records.some(({ id }) => id === contract)
      const { data: { problems } } = await on.calculate(person, paying(contract, '1.00'))
      return [ids((await person.post<{ records: { id: string }[] }>('/system/reference/contract/page', { size: 200 })).data.records),
        ids((await person.post<{ id: string }[]>('/system/reference/contract/find', { ids: [contract] })).data),
        ids((await person.get<{ id: string }[]>('/oaserver/contract/list')).data),
        !problems.some(({ field, code }) => field === 'contractLink' && code === 'field.option')]
    }
    expect(await asked('quality')).toEqual([true, true, true, true])
    expect(await asked('admin')).toEqual([true, true, true, true])
    expect(await asked('vietnam')).toEqual([false, false, false, false])
    const { data: { value, problems } } = await on.calculate(product.as('vietnam'), paying(contract, '9000000.00'))
    // neither figures of the contract nor messages that contain them
    expect(value).toMatchObject({ contractLink: contract, termAmount: null, termUsed: null })
    expect(problems.filter(({ field, code }) => code.startsWith('contracts.') || (field === 'contractLink' && code !== 'field.option')))
      .toEqual([])
    const filed = await on.apply(product.as('vietnam'), paying(contract, '9000000.00'))
    expect(JSON.stringify(filed)).not.toMatch(/600\.00|beyond/)
    const id = await on.file('quality', paying(contract, '1.00'))
    const named = async (who: string) => {
      const { data } = await product.as(who).get<{ references: { contract: Record<string, unknown> } }>(
        `/oaserver/disbursement/detail?procInstId=${id}`,
      )
      return data.references.contract[contract]
    }
    expect(await named('quality')).toMatchObject({ amount: '1000.00', unpaidAmount: '1000.00' })
    await product.as('quality').post('/workflow/wf/processInstance/cc/add', { procInstId: id, userIds: ['u-vietnam'] })
    expect(Object.keys((await named('vietnam')) as object).toSorted()).toEqual(['code', 'enabled', 'id', 'name', 'readable'])
    await on.remove(id)
  })

  it('is not linked because a text of a linked document equals its id', async () => {
    const contract = await contracted()
    const vietnam = product.as('vietnam')
    const business = { title: contract, universalType: '1', urgency: '1', contents: [{ subject: contract, content: contract }],
      chosenApprovers: ['u-xuhaibo'] }
    const { data: { procInstId } } = await vietnam.post<{ procInstId: string }>('/oaserver/universalApproval/apply', { business })
    const { data: { problems } } = await on.calculate(vietnam, paying(contract, '1.00', { relatedProcessList: [procInstId] }))
    expect(problems).toContainEqual(expect.objectContaining({ field: 'contractLink', code: 'field.option' }))
  })

  it('stays in a document that names it, which is passed, returned and filed again by people who are not shown it any more', async () => {
    const contract = await contracted()
    const id = await on.file('quality', paying(contract, '200.00'))
    await product.database.db.updateTable('contract_ledger').set({ department_id: 'vn-general', owner_person: 'u-vietnam',
      people: ['u-vietnam'] })
      .where('id', '=', contract).execute()
    await on.pass(id)
    await on.returnToStart(id)
    const { data } = await on.calculate(product.as('quality'), paying(contract, '1.00'))
    expect(data.problems).toContainEqual(expect.objectContaining({ field: 'contractLink', code: 'field.option' }))
    await on.fileAgain('quality', id, paying(contract, '300.00'))
    expect(await figures(contract)).toEqual(['0.00', '300.00'])
    await on.passThrough(id, {}, 'accountantReview')
    const [row] = (await on.detailOf(product.as('quality'), id)).business['items'] as FormValue[]
    expect(await on.pass(id, { business: { items: [{ ...row, thisPayAmount: '250.00' }] }, comment: '核减' })).toMatchObject({ code: 200 })
    await on.passThrough(id, say)
    expect(await figures(contract)).toEqual(['250.00', '0.00'])
    await on.remove(id)
  })
})

describe('a payment of a contract', () => {
  it('holds its term while it is approved, and pays it when it is completed', async () => {
    const contract = await contracted()
    const id = await on.file('quality', paying(contract, '200.00'))
    expect(await figures(contract)).toEqual(['0.00', '200.00'])
    expect((await on.detailOf(product.as('quality'), id)).business).toMatchObject({ termAmount: '600.00', termUsed: '0.00' })
    await on.passThrough(id, say)
    expect(await figures(contract)).toEqual(['200.00', '0.00'])
    // a row starts with the full term less what is already paid
    const ofTerm = (amount: string) => ({ items: [costRow('600.00', { thisPayAmount: amount })] })
    expect(await refusedFields(paying(contract, '', ofTerm('400.00')))).toEqual([])
    expect(await refusedFields(paying(contract, '', ofTerm('400.01')))).toEqual([['totalAmount', 'contracts.beyondTerm']])
    const rest = await on.file('quality', paying(contract, '', ofTerm('400.00')))
    expect(await refusedFields(paying(contract, '1.00'))).toEqual([['paymentTerm', 'contracts.termPaid']])
    expect(await refusedFields(paying(contract, '1.00', { paymentTerm: '3' }))).toEqual([['paymentTerm', 'contracts.noSuchTerm']])
    await on.refuse(rest)
    expect(await figures(contract)).toEqual(['200.00', '0.00'])
    await on.remove(id)
    expect(await figures(contract)).toEqual(['0.00', '0.00'])
  })

  it('gives back what the accountant cuts, and holds again what is filed again', async () => {
    const contract = await contracted()
    const id = await on.file('quality', paying(contract, '500.00'))
    await on.passThrough(id, {}, 'accountantReview')
    const [row] = (await on.detailOf(product.as('quality'), id)).business['items'] as FormValue[]
    expect(await on.pass(id, { business: { items: [{ ...row, thisPayAmount: '450.00' }] }, comment: '核减' })).toMatchObject({ code: 200 })
    expect(await figures(contract)).toEqual(['0.00', '450.00'])
    await on.revoke('quality', id)
    expect(await figures(contract)).toEqual(['0.00', '0.00'])
    await on.fileAgain('quality', id, paying(contract, '600.00'))
    expect(await figures(contract)).toEqual(['0.00', '600.00'])
    await on.remove(id)
  })

  it('cannot overdraw it together with another that is filed at once', async () => {
    const contract = await contracted()
    const answers = await Promise.all(Array.from({ length: 4 }, () => on.apply(product.as('quality'), paying(contract, '250.00'))))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 200, 42009, 42009])
    expect(await figures(contract)).toEqual(['0.00', '500.00'])
    for (const { code, data } of answers) if (code === 200) await on.remove(data.businessKey)
  })

  it('is refused at the field that is wrong', async () => {
    expect(await refusedFields(paying(await contracted({ execState: '3' }), '1.00'))).toEqual([['contractLink', 'contracts.terminated']])
    expect(await refusedFields(paying(await contracted({ execState: '4', expiryDate: '2026-11-01' }), '1.00'))).toEqual([['contractLink',
      'contracts.payExpired', 'confirm']])
    expect(await refusedFields(paying(await contracted(), '1.00', { currencyType: 'USD' }))).toEqual([['currencyType',
      'contracts.otherCurrency']])
    expect(await refusedFields(paying(await contracted(), '1.00', { supplier: other }))).toEqual([['supplier', 'contracts.otherSupplier']])
    expect(await refusedFields(paying(await contracted({ supplier: null }), '1.00', { supplier: other }))).toEqual([['supplier',
      'contracts.otherCounterparty', 'confirm']])
    expect(await refusedFields(paying(await contracted({ supplier: null }), '1.00'))).toEqual([])
  })

  it('has no cap under a framework contract', async () => {
    const contract = await contracted({ contractType: 'framework', amount: '0.00' })
    const id = await on.file('quality', paying(contract, '900.00'))
    await on.passThrough(id, say)
    expect(await figures(contract)).toEqual(['900.00', '0.00'])
    const { data } = await product.as('sunyue').get<{ unpaidAmount: string | null }>(`/oaserver/contract/${contract}`)
    expect(data.unpaidAmount).toBeNull()
    await on.remove(id)
  })
})

describe('what is bought under a contract', () => {
  const under = async (contract: FormValue) => {
    const { data } = await on.of(serviceFeeApply).calculate(product.as('quality'), {
      applicantDept: 'sz-quality',
      bearingDept: 'sz-quality',
      currencyType: 'CNY',
      supplier,
      contractLink: await contracted(contract),
      items: [{ rowId: 's1', expenseDetail: '校准', quantity: '1', unit: 'item', unitPrice: '20000.01', bearingDept: 'sz-quality',
        costCenter: costRow('1.00')['costCenter'] }],
    })
    return data.problems.filter(({ code }) => code.startsWith('contracts.')).map(({ field, code }) => [field, code])
  }

  it('has a contract that is in force and with its supplier', async () => {
    expect(await under({})).toEqual([])
    expect(await under({ execState: '3' })).toEqual([['contractLink', 'contracts.notInForce']])
    expect(await under({ execState: '2' })).toEqual([['contractLink', 'contracts.closed']])
    expect(await under({ expiryDate: '2026-11-19' })).toEqual([['contractLink', 'contracts.expired']])
    expect(await under({ supplier: other })).toEqual([['supplier', 'contracts.otherSupplier']])
  })

  it('is offered those in force only, where payments and supplements have expired ones, too', async () => {
    const [running, past, done, over] = await Promise.all([{}, { expiryDate: '2026-11-19' }, { execState: '2' }, { execState: '3' }].map(
      (change) => contracted(change),
    ))
    const offered = async (form?: string) => {
      const { data } = await product.as('quality').post<{ records: { id: string }[] }>('/system/reference/contract/page', { size: 200,
        context: { supplier }, ...(form !== undefined && { form }) })
      return [running, past, done, over].map((id) => data.records.some((record) => record.id === id))
    }
    expect(await offered(serviceFeeApply.key)).toEqual([true, false, false, false])
    expect(await offered(disbursement.key)).toEqual([true, true, true, false])
    expect(await offered('contractApproval')).toEqual([true, true, true, false])
    expect(await offered()).toEqual([true, true, true, false])
  })

  it('is paid in advance by a down payment through SAP', () => {
    const value = { contractLink: 'c', supplier: 's', currencyType: 'CNY', totalAmount: '10.00', totalAmountRmb: '10.00' }
    expect(paymentOf('sapPayment', { ...value, sapPayKind: '1' })).toMatchObject({ contract: 'c', stage: '1' })
    expect(paymentOf('sapPayment', { ...value, sapPayKind: '2' })).toBeUndefined()
    expect(paymentOf('disbursement', { ...value, disburseKind: '9', paymentTerm: '1' })).toBeUndefined()
  })
})

describe('the ledger', () => {
  it('shows terms and payments to whoever sees the contract, and names documents that they may read', async () => {
    const contract = await contracted()
    const id = await on.file('quality', paying(contract, '200.00'))
    const { data } = await product.as('finance').get<{ terms: unknown; payments: readonly FormValue[] }>(
      `/oaserver/contract/${contract}/book`,
    )
    expect(data.terms).toEqual([
      { stage: '1', percent: 30, amount: '300.00', paid: '0.00', held: '0.00', open: '300.00' },
      { stage: '2', percent: 60, amount: '600.00', paid: '0.00', held: '200.00', open: '400.00' },
      { stage: '4', percent: 10, amount: '100.00', paid: '0.00', held: '0.00', open: '100.00' },
    ])
    expect(data.payments).toMatchObject([{ stage: '2', kind: 'held', amount: '200.00', procInstId: id }])
    expect((await product.as('sunyue').get<{ payments: readonly FormValue[] }>(`/oaserver/contract/${contract}/book`)).data.payments)
      .toMatchObject([{ amount: '200.00', procInstId: null }])
    expect((await product.as('buyer').get(`/oaserver/contract/${contract}/book`)).code).toBe(404)
    expect((await product.as('employee').get(`/oaserver/contract/${contract}/book`)).code).toBe(403)
    await on.remove(id)
  })

  it('is kept by those who may: state, storage and dates', async () => {
    const id = await contracted()
    const { data: { version } } = await product.as('sunyue').get<{ version: number }>(`/oaserver/contract/${id}`)
    expect(
      await product.as('sunyue').put('/oaserver/contract/update', { id, version, execState: '2', storageLocation: 'finance',
        storageNo: 'A-1', expiryDate: '2027-02-01' }),
    )
      .toMatchObject({ code: 200, data: { execState: '2', storageNo: 'A-1' } })
    expect((await product.as('buyer').put('/oaserver/contract/update', { id, version: version + 1, execState: '1' })).code).toBe(403)
    expect(await product.as('sunyue').put('/oaserver/contract/update', { id, version: version + 1, prepayPercent: 40 })).toMatchObject({
      code: 42009,
    })
  })

  it('offers whoever is concerned a short list of their own contracts', async () => {
    const { data } = await product.as('quality').post<{ records: readonly FormValue[] }>('/oaserver/contract/partPage', {
      keyword: 'TEST-',
    })
    expect(data.records.length).toBeGreaterThan(0)
    expect(Object.keys(data.records[0]!)).not.toContain('paidAmount')
    expect((await product.as('employee').post<{ total: number }>('/oaserver/contract/partPage', {})).data.total).toBe(0)
  })

  it('reminds the owner once before it expires, and marks what has expired', async () => {
    const [soon, gone] = [await contracted({ expiryDate: '2026-12-10' }), await contracted({ expiryDate: '2026-11-10' })]
    const { db } = product.database
    const run = () => contractReminders.run({ db, at: new Date('2026-11-20T02:00:00Z') } as never)
    await run()
    await run()
    expect(
      await db.selectFrom('message').select('recipient').where('kind', '=', 'contractEnds').where('once', '=', `${soon} 2026-12-10`)
        .execute(),
    ).toEqual([{
      recipient: 'u-quality',
    }])
    expect((await db.selectFrom('contract_ledger').select('exec_state').where('id', '=', gone).executeTakeFirstOrThrow()).exec_state).toBe(
      '4',
    )
  })
})
