import type { PostingCheck, PostingDetail, PostingOutcome, SentLine } from '#server/postings/posting.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { SapFailure } from '../failure.ts'
import { type BomInterface, entryOf, type ServiceInterface, unitOf } from '../interfaces.ts'
import { type ServiceFacts, serviceOf, setOf } from '../released-services/facts.ts'
import { failureOutcome, type PlaceOf, refusalBy } from './answers.ts'
import { batchBody, batchParts, type BatchRequest } from './batch.ts'
import { contentOf, isSuccess, literal, type ODataPosting, quoted, readRows, repeatabilityHeaders } from './odata.ts'
import { type Content, payloadOf, referenceOf, type SapRecord } from './payload.ts'

/** Entries of the body of a change of bills of material, each a list by row. */
export const bomEntries = ['actions', 'states', 'parents', 'plants', 'oldComponents', 'oldQuantities', 'oldUnits', 'newComponents',
  'newQuantities', 'newUnits'] as const

type BomEntry = (typeof bomEntries)[number]

/** A line that changes an item of a bill. */
interface BomRow {
  /** Index of the row, from 0. */
  readonly row: number
  readonly action: 'add' | 'delete' | 'replace' | 'qty'
  readonly at: Readonly<Record<BomEntry, string>>
}

const actions: readonly string[] = ['add', 'delete', 'replace', 'qty'] satisfies readonly BomRow['action'][]

/** State of a line that is not executed. */
const notApplicable = '9'

const textAt = (list: unknown, row: number): string => {
  const value: unknown = Array.isArray(list) ? list[row] : list
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The rows that change an item: drawings and attributes are no part of a bill. */
function rowsOf({ body }: Content): readonly BomRow[] {
  const count = Array.isArray(body['actions']) ? body['actions'].length : 0
  return Array.from({ length: count },
    (_, row) => ({ row, at: Object.fromEntries(bomEntries.map((entry) => [entry, textAt(body[entry], row)])) as BomRow['at'] }))
    .filter(({ at }) => actions.includes(at.actions) && at.states !== notApplicable)
    .map(({ row, at }) => ({ row, at, action: at.actions as BomRow['action'] }))
}

/** A bill of material with the items that are valid today. */
interface Bill {
  readonly header: SapRecord
  readonly items: readonly SapRecord[]
}

/** Most items of a bill that are read. */
const most = 5_000

/** The bill of a material in a plant: that for production, else the first; undefined where there is none. @throws SapFailure */
async function billOf({ connection, at }: Pick<ODataPosting, 'connection' | 'at'>, taken: BomInterface,
  { material, plant }: { readonly material: string; readonly plant?: string | undefined }): Promise<Bill | undefined> {
  const service = serviceOf(taken.service)
  const of = [`Material eq ${quoted(material)}`, ...(plant ? [`Plant eq ${quoted(plant)}`] : [])].join(' and ')
  const bills = (await readRows({ connection }, service, taken.bom, { filter: of, top: 100 })).filter((bill) =>
    bill['IsMarkedForDeletion'] !== true
  ).toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)))
  const [header] = bills
  if (!header) return undefined
  const own = ['BillOfMaterial', 'BillOfMaterialVariant', 'Plant'].map((name) => `${name} eq ${quoted(String(header[name]))}`).join(' and ')
  const items = await readRows({ connection }, service, taken.bomItems, { filter: `Material eq ${quoted(material)} and ${own}`, top: most })
  return { header, items: items.filter((item) => isValid(item, at)) }
}

/** Usage 1 is production. */
const orderOf = (bill: SapRecord): string =>
  `${bill['BillOfMaterialVariantUsage'] === '1' ? 0 : 1} ${String(bill['Plant'])} ${String(bill['BillOfMaterialVariant'])}`

/** Returns whether an item is in its bill on a day. */
function isValid({ ValidityEndDate: end }: SapRecord, at: Date): boolean {
  const [, time] = /^\/Date\((-?\d+)\)\/$/.exec(String(end)) ?? []
  return time === undefined || Number(time) > at.getTime()
}

/** The bills of the parents of rows, each read once. @throws SapFailure */
async function billsOf(posting: ODataPosting, taken: BomInterface,
  rows: readonly BomRow[]): Promise<ReadonlyMap<string, Bill | undefined>> {
  const bills = new Map<string, Bill | undefined>()
  for (const { at: { parents: material, plants: plant } } of rows) {
    const key = `${material} ${plant}`
    if (!bills.has(key)) bills.set(key, await billOf(posting, taken, { material, plant }))
  }
  return bills
}

/** The item that a row changes: with the old component, and where there are several with the old quantity. */
function itemOf({ items }: Bill, { at: { oldComponents: component, oldQuantities: quantity } }: BomRow): SapRecord | undefined {
  const found = items.filter((item) => item['BillOfMaterialComponent'] === component)
  return found.find((item) => Number(item['BillOfMaterialItemQuantity']) === Number(quantity)) ?? found[0]
}

/** A request of the change set, or the reason for which there can be none. */
type Planned = { readonly request: BatchRequest; readonly row: number; readonly sources: ServiceInterface['properties'] }

interface ChangeSet {
  readonly planned: readonly Planned[]
  readonly problems: readonly PostingDetail[]
}

/** The requests for rows as the bills are now, and rows whose bill or item is missing. @throws SapFailure */
async function planOf(posting: ODataPosting, taken: BomInterface, content: Content): Promise<ChangeSet> {
  const rows = rowsOf(content)
  const bills = await billsOf(posting, taken, rows)
  const planned: Planned[] = []
  const problems: PostingDetail[] = []
  for (const row of rows) {
    const { at } = row
    const bill = bills.get(`${at.parents} ${at.plants}`)
    const item = bill && row.action !== 'add' ? itemOf(bill, row) : undefined
    if (!bill)
      problems.push(
        missing(row, 'parents', { cn: `物料${at.parents}在工厂${at.plants}没有BOM`,
          en: `Material ${at.parents} has no bill of material in plant ${at.plants}` }),
      )
    else if (row.action !== 'add' && !item)
      problems.push(
        missing(row, 'oldComponents', { cn: `${at.parents}的BOM中没有${at.oldComponents}`,
          en: `${at.oldComponents} is not in the bill of material of ${at.parents}` }),
      )
    else planned.push(requestOf(taken, content, { row, bill, item, problems }))
  }
  return { planned, problems }
}

const missing = ({ row }: BomRow, field: BomEntry, words: { readonly cn: string; readonly en: string }): PostingDetail => ({
  severity: 'error',
  code: '',
  message: bilingual(words),
  row,
  field,
})

interface PlannedRow {
  readonly row: BomRow
  readonly bill: Bill
  /** The item that is there; absent where one is added. */
  readonly item: SapRecord | undefined
  /** Takes the values that do not fit. */
  readonly problems: PostingDetail[]
}

function requestOf({ service: name, bomItems, functions }: BomInterface, content: Content,
  { row: { row, action, at }, bill, item, problems }: PlannedRow): Planned {
  const service = serviceOf(name)
  const component: BomEntry = action === 'qty' ? 'oldComponents' : 'newComponents'
  const unit: BomEntry = action === 'qty' || at.newUnits === '' ? 'oldUnits' : 'newUnits'
  const sources: ServiceInterface['properties'] = action === 'delete'
    ? {}
    : { BillOfMaterialComponent: component, BillOfMaterialItemQuantity: 'newQuantities', BillOfMaterialItemUnit: unitOf(unit),
      BOMItemText2: '@reference' }
  const added: ServiceInterface['properties'] = { BillOfMaterialHeaderUUID: 'bill', BillOfMaterialItemCategory: '=L',
    BillOfMaterialItemNumber: 'number' }
  const { record, problems: unfit } = payloadOf({ service: name, set: bomItems, lookup: { property: '', key: '' }, number: [],
    properties: { ...sources, ...(item ? {} : added), EngineeringChangeDocForEdit: '@prior' } }, { ...content,
    body: { ...at, bill: bill.header['BillOfMaterialHeaderUUID'], number: numberAfter(bill, row) } })
  problems.push(...unfit.map((detail) => ({ ...detail, row })))
  if (!item) return { row, sources, request: { path: bomItems, record } }
  const called = action === 'delete' ? functions.remove : functions.change
  return { row, sources, request: { path: `${called}?${parametersOf(service, { called, set: bomItems, item, change: record })}` } }
}

/** Number of an item behind the last of its bill, in steps of ten. */
const numberAfter = ({ items }: Bill, row: number): string => {
  const last = Math.max(0, ...items.map((item) => Number(item['BillOfMaterialItemNumber']) || 0))
  return String((Math.floor(last / 10) + row + 1) * 10).padStart(4, '0').slice(-4)
}

/** The key of an item and its values, with those that change. */
function parametersOf(service: ServiceFacts,
  { called, set, item, change }: { readonly called: string; readonly set: string; readonly item: SapRecord;
    readonly change: SapRecord }): string {
  const keys = setOf(service, set).keys
  return [...(service.functions.get(called) ?? [])].flatMap(([name, facts]) => {
    const value = change[name] ?? item[name]
    if (typeof value !== 'string' || (value === '' && !keys.includes(name))) return []
    return [`${name}=${encodeURIComponent(literal(facts, value))}`]
  }).join('&')
}

/** Changes bills of material once: repeated, the change set is looked up by our reference. */
export async function postBillChanges(posting: ODataPosting, taken: BomInterface, line: SentLine): Promise<PostingOutcome> {
  const { prior } = line
  if (prior === null) return refusalBy([noChangeNumber])
  const content = contentOf(posting, line)
  if (line.attempts > 1 && (await isDone(posting, taken, content))) return { outcome: 'posted', number: prior }
  const { planned, problems } = await planOf(posting, taken, content)
  if (problems.length > 0) return refusalBy(problems)
  return planned.length === 0 ? { outcome: 'posted', number: prior } : send(posting, taken, { line, planned, number: prior })
}

const noChangeNumber: PostingDetail = { severity: 'error', code: '',
  message: bilingual({ cn: '没有变更号', en: 'There is no change number' }) }

async function send(posting: ODataPosting, { service }: BomInterface,
  { line, planned, number }: { readonly line: SentLine; readonly planned: readonly Planned[]; readonly number: string }
): Promise<
  PostingOutcome
> {
  const { path } = serviceOf(service)
  const headers = repeatabilityHeaders(line)
  const boundary = `batch_${headers['RequestID'] ?? ''}`
  const answer = await posting.connection.change(path, { method: 'POST', path: `${path}/$batch`,
    headers: { accept: 'multipart/mixed', ...headers, 'content-type': `multipart/mixed; boundary=${boundary}` },
    body: batchBody(boundary, planned.map(({ request }) => request)) })
  // a change set answers with one part for each request, or with the one that refused it
  const parts = isSuccess(answer) ? batchParts(answer) : [answer]
  const refused = parts.find((part) => !isSuccess(part))
  if (refused) return failureOutcome(refused, { placeOf: placesOf(planned), at: posting.at })
  return parts.length === 0 ? { outcome: 'unknown' } : { outcome: 'posted', number }
}

/** The row of the request that a message names, and the entry of its property. */
const placesOf = (planned: readonly Planned[]): PlaceOf => (target, request) => {
  const found = planned[Number(request) - 1]
  const source = found?.sources[target.split('/').at(-1) ?? '']
  const field = source === undefined ? undefined : entryOf(source)
  return { ...(found && { row: found.row }), ...(field !== undefined && { field }) }
}

/** Returns whether an earlier attempt was committed: an item has our reference, or all that was to be deleted is gone. */
async function isDone(posting: ODataPosting, taken: BomInterface, content: Content): Promise<boolean> {
  const service = serviceOf(taken.service)
  const rows = rowsOf(content)
  if (rows.some(({ action }) => action !== 'delete')) {
    const reference = referenceOf(content.key, setOf(service, taken.bomItems).properties.get('BOMItemText2')?.max ?? 40)
    const found = await readRows(posting, service, taken.bomItems, { filter: `BOMItemText2 eq ${quoted(reference)}`, top: 1 })
    return found.length > 0
  }
  const bills = await billsOf(posting, taken, rows)
  return rows.every((row) => {
    const bill = bills.get(`${row.at.parents} ${row.at.plants}`)
    return bill !== undefined && itemOf(bill, row) === undefined
  })
}

/** Judges rows without writing: their bills, their items, and values that do not fit. @throws SapFailure */
export async function checkBillChanges(posting: ODataPosting, taken: BomInterface,
  line: Pick<SentLine, 'key' | 'body' | 'prior'>): Promise<PostingCheck> {
  const { problems } = await planOf(posting, taken, contentOf(posting, line))
  return { outcome: 'checked', details: problems }
}

/** Components of a bill for readings. @throws SapFailure `missing` where the material has none */
export async function componentsOf(posting: Pick<ODataPosting, 'connection' | 'at'>, taken: BomInterface,
  of: { readonly material: string; readonly plant?: string | undefined }) {
  const bill = await billOf(posting, taken, of)
  if (!bill) throw new SapFailure('missing')
  return bill.items.map((item) => ({ component: String(item['BillOfMaterialComponent']),
    quantity: String(item['BillOfMaterialItemQuantity']), unit: String(item['BillOfMaterialItemUnit'] ?? '') })
  )
}
