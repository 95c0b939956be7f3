import { z } from 'zod'
import { ageOf, agePattern } from '#kernel/values/ages.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { decimalCell } from '#kernel/kinds/numbers.ts'
import type { Form } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { KnownColumn } from '#kernel/fields/list-columns.ts'
import { documentLabels, documentStates, type Label, type Locale } from '#kernel/wording/label.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { Refused } from '#kernel/errors.ts'
import type { Directory } from '#approval/directory.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { exporter, exportLimit, inBatches, type NamedFacts, namedFacts } from '#server/workbooks/exporter.ts'
import { dayInput } from '#server/http/requests/validation.ts'
import type { DocumentHost } from '../host.ts'
import type { ListContext, ListFilter, ListName, ListQuery, ListRow } from './list-types.ts'
import { count, documentsOf, page, rowsAbout } from './lists.ts'
import { columnValues, ownPrefix, ownQuery, shownColumns } from './registered-columns.ts'
import { sortColumns } from './filter-and-order.ts'
import { readerOf } from '../visibility/scope.ts'
import { batchPasses, type JudgementContext } from '../lifecycle/batch-pass.ts'

const several = z.string().max(4000).transform((list) => list.split(',').filter(Boolean)).optional()
const yes = z.enum(['true', 'false']).transform((text) => text === 'true').optional()
/** Range of whole days of waiting: `8-14`, `31-`. */
export const waited = z.string().regex(agePattern).transform(ageOf).optional()

/** The filters of a list as query parameters. */
const inAddress = {
  keyword: z.string().max(100).optional(),
  businessNo: z.string().max(40).optional(),
  title: z.string().max(200).optional(),
  departments: several,
  state: z.coerce.number().int().optional(),
  initiator: z.string().max(64).optional(),
  node: several,
  waited,
  dateRange: z.string().transform((range) => range.split(',')).pipe(z.tuple([dayInput, dayInput])).optional(),
  overdue: yes,
  urged: yes,
  batchPass: yes,
  marks: several,
  initiatorGone: yes,
  problem: yes,
  _t: z.unknown().optional(),
}

/** A column, and whether the order is ascending. */
const orderBy = (column: z.ZodType<string, string>) =>
  z.string().transform((order) => order.split(',')).pipe(z.tuple([column, z.enum(['asc', 'desc'])])).optional()

const query = z.strictObject({ ...inAddress, businessType: several, order: orderBy(z.enum(sortColumns)) }).transform((
  { businessType: businessTypes, dateRange, order, _t, ...rest },
): Omit<ListQuery, 'current' | 'size'> => ({
  ...rest,
  businessTypes,
  from: dateRange?.[0],
  to: dateRange?.[1],
  orders: orderOf(order),
}))

const orderOf = (order: readonly [string, string] | undefined) => (order ? [{ column: order[0], asc: order[1] === 'asc' }] : [])

/** Like `query`, for the list of one type: conditions on columns of its form are sent as `columns.{field}`. */
export const typeExportQuery = z.preprocess(grouped, z.strictObject({
  ...inAddress,
  columns: z.record(z.string().max(64), z.string().max(4000)).default({}).describe('Sent as columns.{field}, one for each field'),
  order: orderBy(z.string().max(80)),
}))
  .transform(({ dateRange, order, _t, ...rest }) => ({ ...rest, from: dateRange?.[0], to: dateRange?.[1], orders: orderOf(order) }))

function grouped(address: unknown): unknown {
  const entries = Object.entries(address ?? {})
  const isOwn = ([name]: [string, unknown]) => name.startsWith(ownPrefix)
  return { ...Object.fromEntries(entries.filter((entry) => !isOwn(entry))),
    columns: Object.fromEntries(entries.filter(isOwn).map(([name, value]) => [name.slice(ownPrefix.length), value])) }
}

/** A row with the records that its ids name. */
interface DocumentExportRow {
  readonly row: ListRow
  readonly directory: Directory
  readonly process: Label
  /** For the list of one type: the form's columns and the facts to render them. */
  readonly own?: { readonly values: FormValue; readonly facts: NamedFacts }
}

/** Exports one of the lists of documents as a workbook: the rows visible to the caller, filtered and ordered as on the page. */
export const listExporter = (host: DocumentHost, list: ListName) =>
  exporter<DocumentExportRow, z.output<typeof query>>({
    id: `${list}Documents`,
    ...names[list],
    query,
    columns,
    async rows(db, filter, caller) {
      const listing = await listingOf(host, db, caller)
      const judged = list === 'todo' && filter.batchPass
        ? await judgedListing({ host, db, caller, at: listing.at }, listing, filter)
        : listing
      return exportedRows(judged, list, filter, await exportedAs(host, db))
    },
  })

/** Exports the list of one type as a workbook, with the columns of its form that the caller may see. */
export function typeExporter(host: DocumentHost, form: Form, caller: Caller) {
  const own = shownColumns(form, caller).filter(({ field }) => !field.unexported)
  return exporter<DocumentExportRow, z.output<typeof typeExportQuery>>({
    id: 'document',
    cn: form.cn,
    en: form.en,
    query: typeExportQuery,
    columns: [...columns, ...own.map(ownColumn)],
    async rows(db, { columns: chosen, orders, ...filter }, person) {
      const found = await ownQuery(db, form, person, { columns: chosen, orders })
      const about = await exportedAs(host, db)
      const fields = Object.fromEntries(own.map(({ key, field }) => [key, field]))
      return exportedRows(await listingOf(host, db, person), 'all', { ...filter, ...found, businessTypes: [form.key] }, async (rows) => {
        const values = await columnValues(db, form, person, rows.map(({ id }) => id))
        const facts = await namedFacts(host, db, fields, [...values.values()])
        return (await about(rows)).map((each) => ({ ...each, own: { values: values.get(each.id) ?? {}, facts } }))
      })
    },
  })
}

const ownColumn = ({ key, field }: KnownColumn) => ({
  cn: field.cn,
  en: field.en,
  width: 20,
  cell: ({ own }: DocumentExportRow,
    locale: Locale) => (own ? kindOf(field).excelCell(own.values[key] ?? null, field, { locale, facts: own.facts }) : { value: null }),
})

/** Adds named records to rows. */
type RowNamer = (rows: readonly ListRow[]) => Promise<readonly (DocumentExportRow & { readonly id: string })[]>

async function exportedRows(listing: ListContext, list: ListName, filter: Omit<ListQuery, 'current' | 'size'>, naming: RowNamer) {
  const total = await count(listing, list, filter)
  const ids = total > exportLimit ? [] : await documentsOf(listing, list, filter, exportLimit)
  return { total, batches: inBatches(ids, async (part) => naming(await rowsAbout(listing, list, part))) }
}

async function exportedAs(host: DocumentHost, db: Db): Promise<RowNamer> {
  const directory = await host.directory(db)
  return async (rows) =>
    rows.map((row) => ({ id: row.id, row, directory, process: host.forms.get(row.type) ?? { cn: row.type, en: row.type } }))
}

const listingOf = async (host: DocumentHost, db: Db, caller: Caller): Promise<ListContext> => ({ db,
  reader: await readerOf(host, db, caller), at: host.clock.now() })

const names: Readonly<Record<ListName, Label>> = {
  todo: { cn: '待办', en: 'To do' },
  handled: { cn: '我已办', en: 'Handled' },
  initiated: { cn: '我发起', en: 'Initiated' },
  copied: { cn: '抄送', en: 'CC' },
  all: { cn: '单据列表', en: 'Documents' },
}

const columns = [
  { ...documentLabels.number, width: 20, cell: ({ row }: DocumentExportRow) => ({ value: row.number }) },
  { ...documentLabels.title, width: 36,
    cell: ({ row }: DocumentExportRow, locale: Locale) => ({ value: locale === 'en' ? row.title_en || row.title : row.title }) },
  { ...documentLabels.process, width: 20, cell: ({ process }: DocumentExportRow, locale: Locale) => ({ value: process[locale] }) },
  { ...documentLabels.initiator, width: 16,
    cell: ({ row, directory }: DocumentExportRow, locale: Locale) => ({ value: personName(directory, row.starter, locale) }) },
  { ...documentLabels.department, width: 22, cell: ({ row, directory }: DocumentExportRow, locale: Locale) => ({
    value: splitName(directory.department(row.department)?.name ?? '')[locale],
  }) },
  { ...documentLabels.amount, width: 16,
    cell: ({ row }: DocumentExportRow) => (row.amount === null ? { value: null } : decimalCell(row.amount, 2, true)) },
  { ...documentLabels.initiated, width: 20, cell: ({ row }: DocumentExportRow) => ({ value: nowOf(row.started_at) }) },
  { ...documentLabels.state, width: 14,
    cell: ({ row }: DocumentExportRow, locale: Locale) => ({ value: documentStates[row.state][locale] }) },
  { ...documentLabels.node, width: 24, cell: ({ row }: DocumentExportRow, locale: Locale) => ({
    value: row.current_nodes.map((node) => node[locale]).join(separator[locale]),
  }) },
  {
    ...documentLabels.assignees,
    width: 24,
    cell: ({ row, directory }: DocumentExportRow, locale: Locale) => ({
      value: row.current_nodes.flatMap(({ people }) => people).map((person) => personName(directory, person, locale)).join(
        separator[locale],
      ),
    }),
  },
  { ...documentLabels.ended, width: 20, cell: ({ row }: DocumentExportRow) => ({ value: row.ended_at && nowOf(row.ended_at) }) },
]

const separator: Readonly<Record<Locale, string>> = { cn: '、', en: ', ' }

const personName = (directory: Directory, person: string, locale: Locale): string =>
  splitName(directory.person(person)?.name ?? person)[locale]

/** Maximum number of tasks of one person that are assessed. */
const most = 100

/**
 * The to-do list with those tasks of the filter that can be passed in a batch. Requirements of nodes depend on values, records and rates,
 * so the engine assesses each task as for the checkbox on the page. With more tasks than the limit they are not assessed.
 * @throws Refused `documents.tooManyToJudge` where the filter needs the assessment but there are too many
 */
export async function judgedListing(context: JudgementContext, listing: ListContext, filter: ListFilter): Promise<ListContext> {
  const batchTasks = await batchTasksOf(context, listing, filter)
  if (!batchTasks && filter.batchPass) throw new Refused('documents.tooManyToJudge', { most })
  return batchTasks ? { ...listing, batchTasks } : listing
}

async function batchTasksOf(context: JudgementContext, listing: ListContext, filter: ListFilter): Promise<readonly string[] | undefined> {
  const unremarked = { ...filter, batchPass: false, overdue: false, urged: false, marks: [] }
  const rows = await page(listing, 'todo', { ...unremarked, current: 1, size: most + 1, orders: [] })
  if (rows.length > most) return undefined
  const passes = await batchPasses(context, rows)
  return rows.flatMap(({ task }) => (task !== null && passes.get(task) === true ? [task] : []))
}
