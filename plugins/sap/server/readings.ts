import { z } from 'zod'
import type { Db } from '#server/database/tables.ts'
import type { Env } from '#server/env.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import type { SapClient } from './client.ts'
import { SapFailure } from './failure.ts'
import { costCentrePage, materialPage, namedPage, type SapQuery, stockPage } from './wire.ts'
import { connectionTo, sapDestination } from './protocols/destination.ts'
import { readRows } from './protocols/odata.ts'
import type { SapRecord } from './protocols/payload.ts'
import { serviceOf } from './released-services/facts.ts'
import { unitCodesAt } from './units.ts'

interface SystemReading {
  readonly service: string
  read(rows: RowReader, query: SapQuery): Promise<readonly object[]>
}

type RowReader = (set: string, conditions?: Readonly<Record<string, string | undefined>>) => Promise<readonly SapRecord[]>

const text = z.string().catch('')
const textAt = (row: SapRecord | undefined, name: string): string => text.parse(row?.[name])

/** Names in both languages of records whose texts are rows of their own. */
function namesOf(rows: readonly SapRecord[], key: string, name: string) {
  const words = new Map(rows.map((row) => [`${textAt(row, key)} ${textAt(row, 'Language')}`, textAt(row, name)]))
  return (code: string) => {
    const [cn, en] = ['ZH', 'EN'].map((language) => words.get(`${code} ${language}`))
    return { nameCn: cn ?? en ?? code, nameEn: en ?? cn ?? code }
  }
}

/** Groups of item categories whose materials are sold as sets: by their price, and by the prices of their components. */
const sets: readonly string[] = ['ERLA', 'LUMF']

/** Returns whether materials of a group of item categories are sold; those without one have no view of sales. */
const isSold = (group: string): boolean => group !== '' && !sets.includes(group)

/** Readings that released services answer, by their names on our side; the others are the gateway's. */
export const systemReadings: Readonly<Record<string, SystemReading>> = {
  costCenters: {
    service: 'API_COSTCENTER_SRV',
    async read(rows) {
      const [centres, texts] = [await rows('A_CostCenter'), await rows('A_CostCenterText')]
      const names = namesOf(texts, 'CostCenter', 'CostCenterName')
      return centres.map((row) => ({ code: textAt(row, 'CostCenter'), ...names(textAt(row, 'CostCenter')),
        companyCode: textAt(row, 'CompanyCode'), plant: null, blocked: textAt(row, 'IsBlkdForPrimaryCostsPosting') === 'X' })
      )
    },
  },
  projects: {
    service: 'API_INTERNALORDER_SRV',
    async read(rows) {
      return (await rows('A_InternalOrder')).filter(({ IsDeleted: isDeleted }) => isDeleted !== true).map((row) => ({
        code: textAt(row, 'InternalOrder'),
        nameCn: textAt(row, 'InternalOrderDescription'),
        nameEn: textAt(row, 'InternalOrderDescription'),
      }))
    },
  },
  materials: {
    service: 'API_PRODUCT_SRV',
    async read(rows, { material, plant }) {
      const plants = await rows('A_ProductPlant', { Product: material, Plant: plant })
      const products = new Map((await rows('A_Product', { Product: material })).map((row) => [textAt(row, 'Product'), row]))
      const names = namesOf(await rows('A_ProductDescription', { Product: material }), 'Product', 'ProductDescription')
      return plants.filter((row) =>
        row['IsMarkedForDeletion'] !== true && products.get(textAt(row, 'Product'))?.['IsMarkedForDeletion'] !== true
      )
        .map((row) => ({ code: textAt(row, 'Product'), ...names(textAt(row, 'Product')),
          unit: textAt(products.get(textAt(row, 'Product')), 'BaseUnit'), plant: textAt(row, 'Plant'),
          storageLocation: textAt(row, 'ProductionInvtryManagedLoc') || null, price: null,
          saleable: isSold(textAt(products.get(textAt(row, 'Product')), 'ItemCategoryGroup')) })
        )
    },
  },
  units: {
    service: 'API_PRODUCT_SRV',
    async read(rows, { material }) {
      const found = await rows('A_ProductUnitsOfMeasure', { Product: material })
      return [...new Set(found.map((row) => textAt(row, 'AlternativeUnit')))].map((code) => ({ code, nameCn: code, nameEn: code }))
    },
  },
  stock: {
    service: 'API_MATERIAL_STOCK_SRV',
    async read(rows, { material, plant, storageLocation, batch }) {
      // stock type 01: unrestricted use
      const found = await rows('A_MatlStkInAcctMod', { Material: material, Plant: plant, StorageLocation: storageLocation, Batch: batch,
        InventoryStockType: '01' })
      return found.map((row) => ({ material: textAt(row, 'Material'), plant: textAt(row, 'Plant'),
        storageLocation: textAt(row, 'StorageLocation'), batch: textAt(row, 'Batch') || null,
        qty: textAt(row, 'MatlWrhsStkQtyInMatlBaseUnit'), unit: textAt(row, 'MaterialBaseUnit') })
      )
    },
  },
}

/** Returns whether a reading is answered by the system of the settings. */
export function isReadBySystem(env: Env, name: string): boolean {
  const destination = sapDestination(env)
  return destination !== undefined && destination.chosen[`sap.${name}`] !== 'gateway' && name in systemReadings
}

const pageSize = 500
/** Records of a set that one reading takes at most. */
export const mostRecords = 20_000

/** One page of a reading from the system, narrowed by the keyword, as the gateway answers it. @throws SapFailure */
export async function readSystem(env: Env, name: string,
  query: SapQuery): Promise<{ readonly items: readonly object[]; readonly total: number }> {
  const [destination, reading] = [sapDestination(env), systemReadings[name]]
  if (!destination || !reading) throw new SapFailure('notSet')
  const [connection, service] = [connectionTo(destination), serviceOf(reading.service)]
  const rows: RowReader = async (set, conditions = {}) => {
    const filter = Object.entries(conditions).flatMap(([property, value]) =>
      value === undefined || value === '' ? [] : [`${property} eq '${value.replaceAll("'", "''")}'`]
    ).join(' and ')
    const found: SapRecord[] = []
    while (found.length < mostRecords) {
      const page = await readRows({ connection }, service, set, { top: pageSize, skip: found.length, ...(filter !== '' && { filter }) })
      found.push(...page)
      if (page.length < pageSize) break
    }
    return found
  }
  const all = matching(await reading.read(rows, query), query.keyword)
  const { page, size } = query
  return { items: all.slice((page - 1) * size, page * size), total: all.length }
}

function matching(rows: readonly object[], keyword = ''): readonly object[] {
  const wanted = keyword.toLowerCase()
  return wanted === ''
    ? rows
    : rows.filter((row) => Object.values(row).some((value) => typeof value === 'string' && value.toLowerCase().includes(wanted)))
}

/** The readings of SAP by their names on our side: where, in which shape, and whether an answer is kept. */
export const readings = {
  costCenters: { path: '/cost-centres', shape: costCentrePage, kept: true },
  projects: { path: '/projects', shape: namedPage, kept: true },
  materials: { path: '/materials', shape: materialPage, kept: true },
  stock: { path: '/stock', shape: stockPage, kept: false },
  units: { path: '/units', shape: namedPage, kept: true },
  subject: { path: '/accounts', shape: namedPage, kept: true },
  movement: { path: '/movements', shape: namedPage, kept: true },
} as const

export type SapReadName = keyof typeof readings
export const readingNames = Object.keys(readings) as [SapReadName, ...SapReadName[]]

/** Milliseconds that an answer is kept: master data changes slowly. */
const lifetime = 24 * 3_600_000
/** Answers that are kept at most; the oldest makes room. */
const most = 2_000

interface CachedAnswer {
  readonly until: number
  readonly answer: unknown
}

/** Answers of each product's gateway, by what was asked. */
const kept = new WeakMap<Env, Map<string, CachedAnswer>>()

const cacheOf = (env: Env): Map<string, CachedAnswer> => kept.get(env) ?? kept.set(env, new Map()).get(env)!

interface ReadRequest {
  readonly env: Env
  /** The gateway, where the reading is its own. @throws SapFailure `notSet` */
  readonly client: () => SapClient
  readonly at: Date
  readonly db: Db
}

/** One page of a reading; master data from what is kept, stock always from SAP. @throws SapFailure */
export async function readSap<Name extends SapReadName>(request: ReadRequest, name: Name,
  query: SapQuery): Promise<z.output<(typeof readings)[Name]['shape']>> {
  const answer = await readKept(request, name, query)
  if (!isReadBySystem(request.env, name)) return answer
  const { fromSap } = await unitCodesAt(request.db, request.at)
  const named = name === 'units' ? await unitNames(request.db) : undefined
  const items = answer.items.map((item) => {
    if ('unit' in item) return { ...item, unit: fromSap(item.unit) }
    return named ? { ...item, code: fromSap(item.code), ...named.get(fromSap(item.code)) } : item
  })
  return { ...answer, items } as typeof answer
}

/** Names of the units of the dictionary, by their values; SAP names its units by their codes. */
async function unitNames(db: Db): Promise<ReadonlyMap<string, { readonly nameCn: string; readonly nameEn: string }>> {
  const items = await dictionaries(db).list('unit')
  return new Map(items.map(({ value, label, localName }) => [value, { nameCn: label, nameEn: localName }]))
}

/** An answer with the units of the system, which are translated anew each time. @throws SapFailure */
async function readKept<Name extends SapReadName>({ env, client, at }: ReadRequest, name: Name,
  query: SapQuery): Promise<z.output<(typeof readings)[Name]['shape']>> {
  const { path, shape, kept: isKept } = readings[name]
  const key = `${name} ${JSON.stringify(query)}`
  const cache = cacheOf(env)
  const known = isKept ? cache.get(key) : undefined
  if (known && known.until > at.getTime()) return known.answer as z.output<(typeof readings)[Name]['shape']>
  const answer = isReadBySystem(env, name)
    ? shapedAs(shape, await readSystem(env, name, query))
    : await client().get(path, { ...query }, shape)
  if (isKept) keep(cache, key, { answer, until: at.getTime() + lifetime })
  return answer as z.output<(typeof readings)[Name]['shape']>
}

/** An answer of the system in the shape of the reading. @throws SapFailure */
export function shapedAs<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.output<Shape> {
  const parsed = shape.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new SapFailure('mute', '', parsed.error)
}

function keep(cache: Map<string, CachedAnswer>, key: string, answer: CachedAnswer): void {
  const oldest = cache.size >= most ? cache.keys().next().value : undefined
  if (oldest !== undefined) cache.delete(oldest)
  cache.set(key, answer)
}

/** Forgets what was kept of one reading, or of all. Answers how many answers that were. */
export function clearSapReads(env: Env, name?: SapReadName): number {
  const cache = cacheOf(env)
  const gone = [...cache.keys()].filter((key) => name === undefined || key.startsWith(`${name} `))
  for (const key of gone) cache.delete(key)
  return gone.length
}
