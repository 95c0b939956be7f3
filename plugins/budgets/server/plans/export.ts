import { z } from 'zod'
import { splitName } from '#kernel/wording/names.ts'
import { exporter, exportLimit, type ExportColumn } from '#server/workbooks/exporter.ts'
import type { Host } from '#server/host.ts'
import { can } from '#plugins/budgets/permissions.ts'
import { type GridRow, gridRows } from '../grid/grid.ts'
import { lineAnswer } from '../grid/answer.ts'
import { exportedFigures, monthNames, planColumns } from './import.ts'
import { gridQuery } from '../grid/page-route.ts'
import { yearNumber } from '../grid/filters.ts'

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
