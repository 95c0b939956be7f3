import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RowsToTake } from '#kernel/answers.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { getFile, textsOf } from '#server/imports/testing.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { contractSay, draftOf } from '#plugins/contracts/types/testing.ts'
import { line, passed, reviewedClause } from '#plugins/contracts/types/testing-reviewed.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { firstOf } from '#plugins/payments/types/testing.ts'
import { priced, priceOf } from '#plugins/procurement/types/testing-prices.ts'

let product: TestProduct
let sales: FilingSupport
let purchases: FilingSupport
let prices: FilingSupport
let now = today
beforeAll(async () => {
  product = await demoProduct()
  product.clock.now = () => now
  sales = filing(product, { key: 'salesContractApproval' })
  purchases = filing(product, { key: 'purchaseContract' })
  prices = filing(product, { key: 'purchasePrice' })
})
afterAll(() => product?.close())
beforeEach(() => manner('answers'))

const manner = (how: string, about = '/customers/') =>
  product.as('it').post('/oaserver/sap/demonstration/manner', { manner: how, about, minutes: 60 })
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

async function saleOver(amount: string): Promise<FormValue> {
  const { db } = product.database
  return {
    ...(await draftOf(sales, 'quality')),
    amount,
    contractType: 'single',
    subjectType: 'product',
    customer: await firstOf(db, 'customer'),
    salesChannel: 'domestic',
    tradeTerm: 'dom',
    deliveryDate: '2026-12-20',
    isCustom: '0',
    items: [line(amount, { rowId: 'i1', material: await firstOf(db, 'material') })],
    clauses: [{ ...reviewedClause, rowId: 'c1' }],
  }
}

const said = { ...contractSay, clauseReview: passed,
  finance: { ...contractSay['finance'], business: { items: [{ rowId: 'i1', grossMargin: '22' }] } } }

describe('the credit of a customer', () => {
  const shown = async (amount: string) => (await sales.calculate(product.as('quality'), await saleOver(amount))).data

  it('is what SAP says, and whoever exceeds it is asked, then the director of finance and the general manager', async () => {
    const { value: { creditLimit, creditOpen, creditReadAt } } = await shown('1000.00')
    expect([creditLimit, creditOpen, creditReadAt]).toEqual([expect.stringMatching(/^\d+\.\d\d$/), expect.stringMatching(/^\d+\.\d\d$/),
      expect.any(String)])
    const room = Number(creditLimit) - Number(creditOpen)
    expect((await shown(room.toFixed(2))).problems.map(({ code }) => code)).not.toContain('X-R3')
    const beyond = await saleOver((room + 0.01).toFixed(2))
    expect((await shown((room + 0.01).toFixed(2))).problems).toContainEqual(expect.objectContaining({ code: 'X-R3', level: 'confirm' }))
    expect((await sales.apply(product.as('quality'), beyond)).code).toBe(42009)
    const { data: { businessKey: id } } = await sales.apply(product.as('quality'), beyond, { confirmed: ['X-R3'] })
    const nodes = (await sales.passThrough(id, said)).map((step) => step.split(':')[0])
    expect(nodes).toEqual(expect.arrayContaining(['financeDirector', 'gm']))
    const within = (await sales.passThrough(await sales.file('quality', await saleOver('1000.00')), said)).map((step) => step.split(':')[0])
    expect(within).not.toContain('financeDirector')
  })

  it('stays as it was read while SAP is away, with the time of it, and nobody is kept from filing', async () => {
    const { value: { creditLimit } } = await shown('1000.00')
    await manner('losesAnswers')
    later(30)
    const { value, problems } = await shown('1000.00')
    expect(value['creditLimit']).toBe(creditLimit)
    expect(problems).toContainEqual(
      expect.objectContaining({ field: 'creditLimit', level: 'warn', code: 'external.lastRead',
        parameters: { system: 'SAP/SAP', at: '2026-11-20 10:00' } }),
    )
    expect((await sales.apply(product.as('quality'), await saleOver('1000.00'))).code).toBe(200)
  })
})

async function purchaseOf(by: string, rows: readonly FormValue[], change: FormValue = {}): Promise<FormValue> {
  const { supplier } = await priced(purchases)
  return { ...(await draftOf(purchases, by)), contractType: 'single', subjectType: 'material', supplier, purchaseOrg: '1000',
    deliveryDate: '2026-12-20', useSole: '0', taxRate: '13', clauses: [{ ...reviewedClause, rowId: 'c1' }], items: rows, ...change }
}

describe('prices of an approved application', () => {
  it('come over into a contract with their tax, and stay', async () => {
    const application = await prices.file('dongmei', await priceOf(prices))
    await prices.passThrough(application)
    await product.composition.postings.tick()
    // only people who can read an application may link it
    const { data } = await product.as('dongmei').post<RowsToTake>('/oaserver/purchaseContract/rows/items/take', { document: application })
    const { material } = await priced(prices)
    expect(data.rows.map(({ values }) => values)).toEqual([expect.objectContaining({ material, unit: 'pcs', unitPrice: '1.412500' })])
    const row = { ...data.rows[0]!.values, takenFrom: data.rows[0]!.takenFrom, rowId: 'i1', qty: '800' }
    const of = (change: FormValue, more: FormValue = {}) =>
      purchaseOf('dongmei', [{ ...row, ...change }], { sourceDoc: [application], amount: '1130.00', ...more })
    const refused = async (value: FormValue) => Object.keys(purchases.refusal(await purchases.apply(product.as('dongmei'), value)).fields)
    expect(await refused(await of({ unitPrice: '1.4' }))).toContain('items.0.unitPrice')
    expect(await refused(await of({}, { currencyType: 'USD' }))).toContain('currencyType')
    const other = await product.database.db.selectFrom('supplier').select('id').where('enable', '=', true).orderBy('code').offset(2).limit(
      1,
    ).executeTakeFirstOrThrow()
    expect(await refused(await of({}, { supplier: other.id }))).toContain('supplier')
    expect(await refused(await of({}, { sourceDoc: [] }))).toContain('items.0.material')
    const { data: { value, problems } } = await purchases.calculate(product.as('dongmei'), await of({}))
    // SAP has the price since it was posted
    expect(rowsAt(value, 'items')[0]).toMatchObject({ sapPrice: '1.412500', lastPrice: '1.412500' })
    expect(problems.filter(({ field }) => field.startsWith('items'))).toEqual([])
  })
})

describe('a framework contract', () => {
  it('stands in the ledger with the number of its agreement in SAP', async () => {
    const id = await purchases.file('quality',
      await purchaseOf('quality', [], { contractType: 'framework', amount: '0.00', items: undefined, deliveryDate: undefined }))
    await purchases.passThrough(id, { ...contractSay, clauseReview: passed })
    await product.composition.postings.tick()
    const { business } = await purchases.detailOf(product.as('quality'), id)
    const row = await product.database.db.selectFrom('contract_ledger').select('sap_agreement_no as number').where('business_key', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.number).toMatch(/^46\d+$/)
    expect(business['sapAgreementNo']).toBe(row.number)
  })
})

describe('the posting centre', () => {
  it('goes out as it is shown, and says how many lines are refused', async () => {
    const token = (await product.as('it').bearer()).replace('Bearer ', '')
    const { bytes } = await getFile(product.app, '/workflow/posting/export?states=posted', token, 'en_US')
    const [heads, ...rows] = await textsOf(bytes)
    const { data: { total, records } } = await product.as('it').post<{ total: number; records: { number: string; company: string }[] }>(
      '/workflow/posting/page',
      {
        states: ['posted'],
      },
    )
    expect(rows).toHaveLength(total)
    expect(rows[0]?.[heads!.indexOf('Document no.')]).toBe(records[0]?.number)
    expect(records[0]?.company).toMatch(/.+\/.+/)
    expect((await product.as('it').get('/workflow/posting/count')).data).toEqual({ count: 0 })
    expect((await product.as('employee').get('/workflow/posting/count')).code).toBe(403)
  })
})
