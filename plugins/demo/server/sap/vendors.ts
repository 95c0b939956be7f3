import type { Db } from '#server/database/tables.ts'
import '#plugins/masters/server/public-api.ts'
import { found, type SapAnswer, unknown } from './answer.ts'
import './tables.ts'

const companies = ['1000', '2000', '3000']

/** Response with a vendor, its open items and its orders. */
export async function vendorAnswer(db: Db,
  { path, query, today }: { path: string; query: URLSearchParams; today: string }): Promise<SapAnswer> {
  const order = /^\/purchase-orders\/4500(\d{6})$/.exec(path)
  if (order) return orderAnswer(db, `V${order[1]}`, path.slice(-10))
  const [, code = '', items] = /^\/vendors\/([^/]+)(\/open-items)?$/.exec(path) ?? []
  const company = query.get('companyCode') ?? ''
  const vendor = companies.includes(company) ? await vendorOf(db, code) : undefined
  if (!vendor) return unknown
  return found(items ? { items: await openItems(db, { code, company, today }) } : vendorBody(vendor, company))
}

const vendorBody = ({ code, name_cn: name }: { code: string; name_cn: string }, companyCode: string) => ({ code, name, companyCode,
  blocked: isBlocked(code), currency: 'CNY', purchaseGroup: `P0${(numberOf(code) % 3) + 1}`, payMethod: '1' })

const vendorOf = (db: Db, code: string) =>
  db.selectFrom('supplier').select(['code', 'name_cn']).where('code', '=', code).where('del_flag', '=', 0).executeTakeFirst()

async function orderAnswer(db: Db, vendor: string, number: string): Promise<SapAnswer> {
  return (await vendorOf(db, vendor)) ? found({ number, vendor, companyCode: companies[0] }) : unknown
}

const numberOf = (code: string): number => Number(code.replace(/\D/g, '')) || 0

/** Returns whether a vendor is blocked for payment: every eleventh. */
const isBlocked = (code: string): boolean => numberOf(code) % 11 === 0

/** Items of each vendor: base amount in cents, and posting date in days from today; the negative one is a credit memo. */
const invoices = [[12_500_00, -38], [8_640_00, -31], [46_200_00, -24], [-1_280_00, -20], [15_990_00, -9]] as const

/** Open items of a vendor, dated relative to today, less amounts already paid. */
export async function openItems(db: Db, { code, company, today }: { code: string; company: string; today: string }) {
  const paid = await paidOf(db, { code, company })
  const year = Number(today.slice(0, 4))
  return invoices.flatMap(([cents, days], index) => {
    const documentNo = `51${company.slice(0, 1)}${String(numberOf(code)).slice(-4)}${String(index + 1).padStart(3, '0')}`
    const whole = cents + Math.sign(cents) * (numberOf(code) % 97) * 100
    const open = whole - (paid.get(documentNo) ?? 0)
    const postingDate = dayFrom(today, days)
    return open === 0 ? [] : [{
      documentNo,
      fiscalYear: year,
      line: 1,
      reference: `INV${String(numberOf(code)).slice(-4)}${index + 1}`,
      postingDate,
      dueDate: dayFrom(postingDate, cents < 0 ? 0 : 30),
      currency: 'CNY',
      amount: yuan(whole),
      openAmount: yuan(open),
    }]
  })
}

/** Paid amounts in cents, by document number. */
async function paidOf(db: Db, { code, company }: { code: string; company: string }): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('demo_sap_payment').select('body').where('reversed_at', 'is', null).execute()
  const paid = new Map<string, number>()
  for (const { body } of rows.filter((row) => row.body.vendor === code && row.body.companyCode === company)) {
    for (const { documentNo, amount } of body.items)
      if (documentNo) paid.set(documentNo, (paid.get(documentNo) ?? 0) + Math.round(Number(amount) * 100))
  }
  return paid
}

const yuan = (cents: number) => (cents / 100).toFixed(2)
const dayFrom = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
