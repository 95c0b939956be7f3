import type { Db } from '#server/database/tables.ts'
import '#plugins/cost-centres/server/public-api.ts'
import '#plugins/masters/server/public-api.ts'
import '#plugins/projects/server/public-api.ts'
import { pageOf, type SapAnswer, searched } from './answer.ts'

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
