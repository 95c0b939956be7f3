import { Decimal } from 'decimal.js'
import { z } from 'zod'
import { decimalCell } from '#kernel/kinds/numbers.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { readerOf } from '#server/documents/visibility/scope.ts'
import type { Host } from '#server/host.ts'
import { exporter, type ExportColumn } from '#server/workbooks/exporter.ts'
import { can } from '#plugins/budgets/permissions.ts'
import { demandScope } from '../grid/row-scope.ts'
import type { EntryKind } from '../tables.ts'
import { balanceOf, entryPage, type EntryQuery } from './routes.ts'

const id = z.string().min(1).max(64).optional()
const month = z.coerce.number().int().min(1).max(12).optional()

/** Query parameters of a drill-down. */
const query = z.strictObject({
  departmentId: id,
  categoryId: id,
  year: z.coerce.number().int().min(2000).max(2200),
  fromMonth: month,
  toMonth: month,
  _t: z.unknown().optional(),
})

type LedgerEntry = Awaited<ReturnType<typeof entryPage>>['records'][number]

interface LedgerExportRow {
  readonly entry: LedgerEntry
  readonly department: string
  readonly category: string
  readonly operator: string
  readonly planned: Decimal | undefined
}

const kinds: Readonly<Record<EntryKind, { readonly cn: string; readonly en: string }>> = {
  occupy: { cn: '占用', en: 'Occupied' },
  release: { cn: '释放', en: 'Released' },
  spend: { cn: '支出', en: 'Spent' },
  refund: { cn: '冲回', en: 'Refunded' },
  transfer: { cn: '调拨', en: 'Transferred' },
  adjust: { cn: '调整', en: 'Adjusted' },
}

const columns: readonly ExportColumn<LedgerExportRow>[] = [
  { cn: '时间', en: 'Time', width: 20, cell: ({ entry }) => ({ value: nowOf(entry.happenTime) }) },
  { cn: '类型', en: 'Type', cell: ({ entry }, locale) => ({ value: kinds[entry.entryType][locale] }) },
  { cn: '承担部门', en: 'Bearing department', width: 20, cell: ({ department }, locale) => ({ value: splitName(department)[locale] }) },
  { cn: '费用类别', en: 'Expense category', width: 20, cell: ({ category }, locale) => ({ value: splitName(category)[locale] }) },
  { cn: '月份', en: 'Month', cell: ({ entry }) => ({ value: `${entry.year}-${String(entry.month).padStart(2, '0')}` }) },
  { cn: '单据', en: 'Document', width: 20, cell: ({ entry }) => ({ value: entry.businessNo }) },
  { cn: '标题', en: 'Title', width: 32,
    cell: ({ entry }, locale) => ({ value: (locale === 'en' ? entry.titleEn : entry.title) ?? entry.title }) },
  { cn: '变动', en: 'Change', cell: ({ entry }) => decimalCell(entry.effect, 2, true) },
  { cn: '余额', en: 'Balance', cell: ({ entry, planned }) => decimalCell(planned?.plus(entry.running).toFixed(), 2, true) },
  { cn: '原因', en: 'Reason', width: 32, cell: ({ entry }) => ({ value: entry.reason }) },
  { cn: '操作人', en: 'By', cell: ({ operator }, locale) => ({ value: splitName(operator)[locale] }) },
]

/** Exporter of the ledger entries behind a figure, newest first, with running balance. */
export const ledgerExporter = (host: Host) =>
  exporter<LedgerExportRow, z.output<typeof query>>({
    id: 'budgetLedger',
    cn: '预算台账',
    en: 'Budget ledger',
    permission: can.export,
    query,
    columns,
    async rows(db, { departmentId: department, categoryId: category, year, fromMonth, toMonth }, caller) {
      const filter = { scope: await demandScope(host, db, caller), department, category, year, fromMonth, toMonth }
      const query = { ...filter, reader: await readerOf(host, db, caller), size: batch }
      const balance = await balanceOf(db, filter)
      const { total } = await entryPage(db, { ...query, current: 1, size: 1 })
      return { total, batches: inParts(db, query, balance && new Decimal(balance.planned)) }
    },
  })

const batch = 1_000

async function* inParts(db: Db, query: Omit<EntryQuery, 'current'>,
  planned: Decimal | undefined): AsyncGenerator<readonly LedgerExportRow[]> {
  for (let current = 1;; current++) {
    const { records, pages } = await entryPage(db, { ...query, current })
    if (records.length > 0) yield named(db, records, planned)
    if (current >= pages) return
  }
}

async function named(db: Db, records: readonly LedgerEntry[], planned: Decimal | undefined): Promise<readonly LedgerExportRow[]> {
  const idsOf = (pick: (entry: LedgerEntry) => string) => [...new Set(records.map(pick))]
  const [departments, categories, people] = await Promise.all([
    db.selectFrom('sys_group').select(['id', 'name']).where('id', 'in', idsOf((entry) => entry.departmentId)).execute(),
    db.selectFrom('expense_category').select(['id', 'name_cn', 'name_en']).where('id', 'in', idsOf((entry) => entry.expenseCategoryId))
      .execute(),
    db.selectFrom('sys_user').select(['id', 'name']).where('id', 'in', idsOf((entry) => entry.operator)).execute(),
  ])
  const names = new Map(
    [...departments, ...people, ...categories.map(({ id: key, name_cn: cn, name_en: en }) => ({ id: key, name: `${cn}/${en}` }))]
      .map(({ id: key, name }) => [key, name]),
  )
  const nameOf = (key: string) => names.get(key) ?? key
  return records.map((entry) => ({ entry, planned, department: nameOf(entry.departmentId), category: nameOf(entry.expenseCategoryId),
    operator: nameOf(entry.operator) })
  )
}
