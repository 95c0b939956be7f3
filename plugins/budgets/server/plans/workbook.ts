import { sql } from 'kysely'
import { z } from 'zod'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { department, integer, money, textarea } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import { newId } from '#server/identity/id.ts'
import { type ImportColumn, importer } from '#server/imports/importer.ts'
import type { Host } from '#server/host.ts'
import { type ExportColumn, exporter, exportLimit } from '#server/workbooks/exporter.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { can } from '#plugins/budgets/permissions.ts'
import { type Plan, remarkLength } from '#plugins/budgets/budget-year.ts'
import { changes } from './changes.ts'
import { type GridRow, gridRows, lineAnswer, yearNumber } from '../grid/grid.ts'
import { budgetOwners, enabledCategories, sees, years } from './years.ts'
import { contentOf, insertPlan } from './plans.ts'
import { budgetScope } from '../grid/row-scope.ts'
import { gridQuery } from '../grid/page-route.ts'

const departmentField = department({ cn: '承担部门', en: 'Bearing department' })
const categoryField = expenseCategory({ cn: '费用类别', en: 'Expense category' })

/** Column names of the months. */
const monthNames = Array.from({ length: 12 }, (_, index) => ({
  key: `m${String(index + 1).padStart(2, '0')}`,
  cn: `${index + 1}月`,
  en: new Date(Date.UTC(2026, index, 1)).toLocaleString('en', { month: 'short', timeZone: 'UTC' }),
}))

/** Columns that the export adds to the template's. */
const exportedFigures = [
  { key: 'annualBudget', cn: '年度预算', en: 'Annual budget' },
  { key: 'used', cn: '已用', en: 'Used' },
  { key: 'occupied', cn: '占用', en: 'Occupied' },
  { key: 'available', cn: '可用', en: 'Available' },
  { key: 'cumulativeBudget', cn: '累计预算', en: 'Cumulative budget' },
  { key: 'cumulativeActual', cn: '累计实际', en: 'Cumulative actual' },
  { key: 'cumulativeVariance', cn: '累计差异', en: 'Cumulative variance' },
  { key: 'band', cn: '预警', en: 'Band' },
] as const

export const planColumns: readonly ImportColumn[] = [
  { key: 'budgetYear', cn: '预算年度', en: 'Budget year', field: integer({ cn: '预算年度', en: 'Budget year', min: 2000, max: 2200 }),
    required: true, exampleYear: true },
  { key: 'departmentId', cn: '承担部门编码', en: 'Department code', field: departmentField, required: true, by: 'code',
    offered: budgetOwners },
  { key: 'departmentName', cn: '承担部门', en: 'Department', field: departmentField, by: 'name' },
  { key: 'expenseCategoryId', cn: '费用类别编码', en: 'Category code', field: categoryField, required: true, by: 'code' },
  { key: 'expenseCategoryName', cn: '费用类别', en: 'Category', field: categoryField, by: 'name' },
  ...monthNames.map(({ key, cn, en }): ImportColumn => ({ key, cn, en, field: money({ cn, en, min: 0 }), required: true,
    example: '10000' })
  ),
  { key: 'remark', cn: '备注', en: 'Remark', field: textarea({ cn: '备注', en: 'Remark', max: remarkLength }) },
]

interface PlanLookups {
  readonly owners: ReadonlySet<string>
  readonly categories: ReadonlySet<string>
  readonly scope: DepartmentScope
  /** Keys (see `keyOf`) of lines in the file that already exist. */
  readonly existing: ReadonlySet<string>
  readonly closedYears: ReadonlySet<number>
  /** Batch id: an import is one version of its year. */
  readonly batch: string
}

/** Importer of a year's lines from a workbook; all or nothing, since a partial budget would be misleading. */
export const planImporter = (host: Host) =>
  importer<Plan, PlanLookups>({
    id: 'annualBudget',
    cn: '年度预算',
    en: 'Annual budgets',
    permission: can.import,
    columns: planColumns,
    others: exportedFigures,
    allOrNothing: true,
    /** Year of the page where the file was chosen. */
    parameters: z.strictObject({ year: yearNumber.optional() }),
    notes: [
      { cn: '金额为人民币元，各月均须填写，没有预算填 0', en: 'Amounts are in RMB. Fill in every month; enter 0 where nothing is planned' },
      { cn: '一行有误则整个文件不导入；已有预算的部门和类别不能再次导入',
        en: 'If any row is wrong, nothing is imported. A department and category that already have a budget can’t be imported again' },
    ],
    identity: { columns: ['budgetYear', 'departmentId', 'expenseCategoryId'], of: keyOf },
    prepare: async (db, rows, { caller }) => ({
      owners: await budgetOwners(db, idsIn(rows, 'departmentId')),
      categories: await enabledCategories(db, idsIn(rows, 'expenseCategoryId')),
      scope: await budgetScope(host, db, caller),
      existing: await existingLines(db, rows),
      closedYears: await years(db).closed(),
      batch: newId(),
    }),
    row(cells, lookups, { parameters }) {
      const problems = problemsOf(cells, lookups, parameters['year'])
      if (problems[0]) throw new Refused(problems[0].code, problems[0].parameters, problems)
      return planOf(cells)
    },
    /** Checks again that the years are open, since one may have been closed after reading. */
    async begin(db, plans) {
      for (const year of [...new Set(plans.map(({ budgetYear }) => budgetYear))].toSorted()) await years(db).holdOpen(year)
    },
    async save(db, plan, { batch }, { caller, at }) {
      const id = await insertPlan({ db, caller, at }, plan, 'import')
      // inserted concurrently after the file was read
      if (id === undefined) throw new Refused('budgets.exists', {}, [{ field: 'expenseCategoryId', code: 'budgets.exists' }])
      await changes(db).write([{ year: plan.budgetYear, action: 'import', budget: id, after: contentOf(plan) }], { operator: caller.id, at,
        batch })
      return 'added'
    },
  })

const idsIn = (rows: readonly FormValue[],
  key: string): string[] => [...new Set(rows.map((row) => row[key]).filter((id): id is string => typeof id === 'string'))]

const planOf = (cells: FormValue): Plan => ({
  budgetYear: Number(cells['budgetYear']),
  departmentId: String(cells['departmentId']),
  expenseCategoryId: String(cells['expenseCategoryId']),
  months: monthNames.map(({ key }) => String(cells[key])),
  remark: typeof cells['remark'] === 'string' ? cells['remark'] : null,
})

/** Validates a row by all cells that could be read. */
function problemsOf(cells: FormValue, { owners, categories, scope, existing, closedYears }: PlanLookups,
  fileYear: unknown): FieldProblem[] {
  const { budgetYear, departmentId, expenseCategoryId } = cells
  // no further details about departments that the caller does not see
  const isSeen = !isFilled(departmentId) || sees(scope, String(departmentId))
  const rules: readonly (readonly [field: string, code: string, isBroken: boolean])[] = [
    ['budgetYear', 'budgets.otherYearInFile', fileYear !== undefined && isFilled(budgetYear) && Number(budgetYear) !== fileYear],
    ['budgetYear', 'budgets.locked', closedYears.has(Number(budgetYear))],
    ['departmentId', 'imports.row.outOfScope', !isSeen],
    ['departmentId', 'budgets.noBudget', isSeen && isFilled(departmentId) && !owners.has(String(departmentId))],
    ['expenseCategoryId', 'budgets.categoryDisabled', isFilled(expenseCategoryId) && !categories.has(String(expenseCategoryId))],
    ['expenseCategoryId', 'budgets.exists', isSeen && existing.has(keyOf(cells))],
  ]
  return rules.flatMap(([field, code, isBroken]) => (isBroken ? [{ field, code, parameters: { year: Number(budgetYear) } }] : []))
}

const isFilled = (cell: unknown): boolean => cell !== null && cell !== undefined && cell !== ''

const keyOf = ({ budgetYear, departmentId, expenseCategoryId }: Partial<Plan> | FormValue): string =>
  [budgetYear, departmentId, expenseCategoryId].join(' ')

/** Existing lines among those in the rows. */
async function existingLines(db: Db, rows: readonly FormValue[]): Promise<ReadonlySet<string>> {
  const named = rows.filter((row) => [row['budgetYear'], row['departmentId'], row['expenseCategoryId']].every(isFilled))
  const columnOf = (key: string) => named.map((row) => String(row[key]))
  const { rows: found } = await sql<Pick<Plan, 'budgetYear' | 'departmentId' | 'expenseCategoryId'>>`
    select budget_year as "budgetYear", department_id as "departmentId", expense_category_id as "expenseCategoryId" from annual_budget
    where del_flag = 0 and (budget_year, department_id, expense_category_id)
      in (select * from unnest(${columnOf('budgetYear')}::integer[], ${columnOf('departmentId')}::text[], ${
    columnOf('expenseCategoryId')
  }::text[]))`.execute(db)
  return new Set(found.map(keyOf))
}

const listed = z.union([z.string(), z.array(z.string())]).optional().transform((
  text,
) => (text === undefined ? undefined : [text].flat().flatMap((part) => part.split(',')).filter(Boolean)))
const band = z.enum(['within', 'near', 'over', 'none'])

/** Query parameters of the export, equal to the page's filters in the URL. */
const query = z.strictObject({
  year: yearNumber.optional(),
  departmentIds: listed,
  expenseCategoryIds: listed,
  keyword: z.string().max(100).optional(),
  band: listed.pipe(z.array(band).optional()),
  _t: z.unknown().optional(),
})

interface PlanExportRow {
  readonly year: number
  readonly code: string
  readonly row: GridRow
}

const amount = { format: '#,##0.00' } as const

type Name = Pick<ExportColumn<PlanExportRow>, 'cn' | 'en'>

const texts = { within: { cn: '预算内', en: 'Within' }, near: { cn: '接近', en: 'Near' }, over: { cn: '超出', en: 'Over by' },
  none: { cn: '无预算', en: 'No budget' } } as const

const figures = ['annualBudget', 'used', 'occupied', 'available', 'cumulativeBudget', 'cumulativeActual', 'cumulativeVariance'] as const

const cells: Readonly<Record<string, ExportColumn<PlanExportRow>['cell']>> = {
  budgetYear: ({ year }) => ({ value: year }),
  departmentId: ({ code }) => ({ value: code }),
  departmentName: ({ row }, locale) => ({ value: splitName(row.department_name)[locale] }),
  expenseCategoryId: ({ row }) => ({ value: row.category_code }),
  expenseCategoryName: ({ row }, locale) => ({ value: locale === 'cn' ? row.category_cn : row.category_en }),
  remark: ({ row }) => ({ value: row.remark }),
  ...Object.fromEntries(
    monthNames.map(({ key },
      index) => [key, ({ row }: PlanExportRow) => ({ value: row.id === null ? 0 : Number(row.plan[index]), ...amount })]
    ),
  ),
  ...Object.fromEntries(
    figures.map((figure) => [figure, ({ row }: PlanExportRow) => ({ value: Number(lineAnswer(row)[figure]), ...amount })]),
  ),
  band: ({ row }, locale) => ({ value: texts[lineAnswer(row).band][locale] }),
}

const column = ({ key, cn, en }: Name & { readonly key: string }): ExportColumn<PlanExportRow> => ({ cn, en,
  cell: cells[key] ?? (() => ({ value: null })) })

/** Export of the page's lines in the columns of the import template, followed by their figures. */
export const planExporter = (host: Host) =>
  exporter<PlanExportRow, z.output<typeof query>>({
    id: 'annualBudget',
    cn: '年度预算',
    en: 'Annual budgets',
    permission: can.export,
    query,
    aliases: ['download'],
    columns: [...planColumns, ...exportedFigures].map(column),
    async rows(db, { _t, ...filters }, caller) {
      const query = await gridQuery(host, filters, caller)
      const rows = await gridRows(db, query, { offset: 0, limit: exportLimit + 1 })
      const codes = new Map(
        (await db.selectFrom('sys_group').select(['id', 'code']).where('has_budget_dept', '=', true).execute()).map((
          { id, code },
        ) => [id, code]),
      )
      return { total: rows.length,
        batches: inOne(rows.map((row) => ({ year: query.year, code: codes.get(row.department) ?? row.department, row }))) }
    },
  })

/** Yields all rows in one batch, since a year has few lines. */
async function* inOne<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}
