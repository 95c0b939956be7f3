import type { Db } from '#server/database/tables.ts'
import '#plugins/cost-centres/server/public-api.ts'
import '#plugins/masters/server/public-api.ts'
import '#plugins/projects/server/public-api.ts'
import { found, pageOf, type SapAnswer, searched, unknown } from './answer.ts'
import './tables.ts'

type MasterRead = (db: Db, query: URLSearchParams) => Promise<SapAnswer> | SapAnswer

const named = (list: string) =>
  list.trim().split('\n').map((line) => {
    const [code = '', nameCn = '', nameEn = ''] = line.split(' | ').map((part) => part.trim())
    return { code, nameCn, nameEn }
  })

/** Cost centres and projects that exist in SAP only, until they are synchronised. */
const newCentres = named('CC3001 | 储能项目组 | Energy storage team\nCC3002 | 售后服务中心 | After-sales centre')
const newProjects = named('SAP-7101 | 储能控制器 | Energy storage controller')

const units = named('PCS | 个 | Piece\nSET | 套 | Set\nKG | 千克 | Kilogram\nM | 米 | Metre\nPAC | 包 | Pack\nCAR | 箱 | Carton')
const accounts = named(`
6601010 | 办公费 | Office expenses
6601020 | 差旅费 | Travel expenses
6601030 | 业务招待费 | Entertainment
6602010 | 研发材料 | R&D materials
6602020 | 低值易耗品 | Low-value consumables
1221010 | 预付账款 | Prepayments`)
const movements = named(`
201 | 成本中心领料 | Issue to cost centre
221 | 项目领料 | Issue to project
261 | 工单领料 | Issue to order
311 | 库存地点转移 | Transfer between storage locations
551 | 报废 | Scrapping`)

/** Master data of the simulated SAP, read from the company's own tables, by path. */
export const masterReadings: Readonly<Record<string, MasterRead>> = {
  '/cost-centres': async (db, query) => {
    const rows = await db.selectFrom('cost_center').select(['code', 'name_cn as nameCn', 'name_en as nameEn', 'factory', 'status']).where(
      'del_flag',
      '=',
      0,
    ).orderBy('code')
      .execute()
    const known = rows.map(({ factory, status, ...row }) => ({ ...row, companyCode: factory, plant: factory, blocked: status === '2' }))
    return pageOf(
      searched([...known, ...newOf(newCentres, known).map((row) => ({ ...row, companyCode: '1000', plant: '1000', blocked: false }))],
        query),
      query,
    )
  },
  '/projects': async (db, query) => {
    const rows = await db.selectFrom('expense_project').select(['sap_id', 'name_cn as nameCn', 'name_en as nameEn']).where('del_flag', '=',
      0).where('sap_id', 'is not', null)
      .orderBy('sap_id').execute()
    const known = rows.map(({ sap_id: code, ...row }) => ({ ...row, code: code ?? '' }))
    return pageOf(searched([...known, ...newOf(newProjects, known)], query), query)
  },
  '/materials': async (db, query) => {
    const rows = await materials(db, query)
    return pageOf(
      searched(
        rows.map((
          { name_cn: nameCn, name_en: nameEn, code, unit, factory: plant, storage_location: storageLocation, price, saleable },
        ) => ({ code, nameCn, nameEn, unit, plant, storageLocation, price, saleable })),
        query,
      ),
      query,
    )
  },
  '/stock': async (db, query) => {
    const rows = await materials(db, query)
    const stock = rows.filter(({ storage_location: location }) =>
      location !== null && (query.get('storageLocation') ?? location) === location
    ).map((
      { code, factory, storage_location: storageLocation, unit, batch_managed: inBatches },
    ) => ({
      material: code,
      plant: factory,
      storageLocation,
      batch: inBatches ? `${code.replace('-', '')}01` : null,
      qty: quantityOf(code),
      unit,
    }))
    return pageOf(stock.filter(({ batch }) => (query.get('batch') ?? batch) === batch), query)
  },
  '/units': (_, query) => pageOf(searched(units, query), query),
  '/accounts': (_, query) => pageOf(searched(accounts, query), query),
  '/movements': (_, query) => pageOf(searched(movements, query), query),
}

const newOf = <Row extends { readonly code: string }>(rows: readonly Row[], known: readonly { readonly code: string }[]) =>
  rows.filter(({ code }) => !known.some((other) => other.code === code))

async function materials(db: Db, query: URLSearchParams) {
  const [code, plant] = [query.get('material'), query.get('plant')]
  return db.selectFrom('material').selectAll().where('del_flag', '=', 0).where('is_set', '=', false)
    .$if(code !== null, (some) => some.where('code', '=', code ?? '')).$if(plant !== null,
      (some) => some.where('factory', '=', plant ?? ''))
    .orderBy('code').orderBy('factory').execute()
}

/** A quantity that is deterministic by code. */
const quantityOf = (code: string): string => String(([...code].reduce((sum, mail) => sum * 31 + mail.charCodeAt(0), 7) % 4000) + 20)

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
