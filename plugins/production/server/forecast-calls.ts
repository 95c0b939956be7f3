import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ExcelCell } from '#kernel/kinds/kind.ts'
import { type Form, formPermissions } from '#kernel/form.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { answerWorkbook, type ExportColumn, exporter } from '#server/workbooks/exporter.ts'
import { dayInput } from '#server/http/requests/validation.ts'
import '#plugins/masters/server/public-api.ts'
import { salesForecastingMonthMid } from '../types/forecast/salesForecastingMonthMid.ts'
import { salesForecastingMonthStart } from '../types/forecast/salesForecastingMonthStart.ts'
import { lastLines } from './forecasts.ts'

const id = z.string().min(1).max(64)
const month = dayInput

const cell = z.union([z.string().max(300), z.number(), z.boolean(), z.null()])
type Line = Readonly<Record<string, z.output<typeof cell>>>
const lines = z.strictObject({ lines: z.array(z.record(z.string().max(40), cell)).min(1).max(2000) })

/** Calls beside forecasts that are filled in: last month's products, figures that are read anew, and lines as a workbook. */
export function forecastRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const files = needs(formPermissions(salesForecastingMonthStart.key).add)

  routes.get('/oaserver/production/forecastLines', { config: { access: files, resource: 'production' },
    schema: { querystring: z.object({ forecastMonth: month, salesGroup: id, channel: id }) } }, async ({ query }) => {
    const found = await lastLines(host.db, { month: query.forecastMonth, group: query.salesGroup, channel: query.channel })
    const sold = await soldMaterials(host.db, found.map(({ material }) => material))
    return { rows: found.filter(({ material }) => sold.has(material)).map(({ material, customer }) => ({ material, customer })) }
  })

  routes.post('/oaserver/production/clearFigures', { config: { access: files, resource: 'production', repeats: 'harmless' },
    schema: { body: z.strictObject({ forecastMonth: month, salesGroup: id }) } }, async ({ body }) => {
    const group = await host.db.selectFrom('sales_group').select('code').where('id', '=', body.salesGroup).executeTakeFirst()
    if (!group) return { cleared: 0 }
    const parameters = { month: body.forecastMonth, group: group.code }
    return { cleared: await host.external.forget(host.db, { call: 'sap.salesFigures', parameters }) }
  })

  for (const form of [salesForecastingMonthStart, salesForecastingMonthMid])
    routes.post(`/oaserver/production/${form.key}/workbook`, {
      config: { access: needs(formPermissions(form.key).add), resource: 'production', reads: true, answersFile: true },
      schema: { body: lines },
    }, async (request, reply) => {
      const columns = await columnsOf(host, form, request.body.lines)
      const rows = request.body.lines
      return answerWorkbook(host,
        exporter<Line, unknown>({ id: form.key, cn: form.cn, en: form.en, query: z.unknown(), columns,
          rows: async () => ({ total: rows.length, batches: whole(rows) }) }), request, reply)
    })
}

async function* whole<Row>(rows: readonly Row[]): AsyncIterable<readonly Row[]> {
  yield rows
}

async function soldMaterials(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('material').select('id').where('id', 'in', [...new Set(ids)]).where('del_flag', '=', 0).execute()
  return new Set(rows.map(({ id: known }) => known))
}

/** Code and name of products and customers, then every column that people see. */
async function columnsOf(host: Host, { fields }: Form, rows: readonly Line[]): Promise<readonly ExportColumn<Line>[]> {
  const columns = Object.entries(fields['lines']?.columns ?? {}).filter(([, field]) => field.visible !== 'false')
  const label = await host.dictionary(host.db)
  const named = await Promise.all((['material', 'customer'] as const).map(async (key) => [key, await namesOf(host.db, key, rows)] as const))
  const names = new Map<string, ReadonlyMap<string, { readonly code: string } & Label>>(named)
  return columns.flatMap(([key, field]): readonly ExportColumn<Line>[] => {
    const records = names.get(key)
    if (!records)
      return [{ cn: field.cn, en: field.en,
        cell: (row, locale) => cellOf(field, row[key], (dict, value) => nameOf(label(dict, value) ?? value, locale)) }]
    const of = (row: Line) => records.get(String(row[key]))
    return [
      { cn: `${field.cn}编码`, en: `${field.en} code`, cell: (row) => ({ value: of(row)?.code ?? null, format: '@' }) },
      { cn: field.cn, en: field.en, width: 28, cell: (row, locale) => ({ value: of(row)?.[locale] ?? null }) },
    ]
  })
}

async function namesOf(db: Db, table: 'material' | 'customer', rows: readonly Line[]) {
  const ids = [...new Set(rows.flatMap((row) => (typeof row[table] === 'string' && row[table] !== '' ? [row[table]] : [])))]
  const found = ids.length === 0
    ? []
    : await db.selectFrom(table).select(['id', 'code', 'name_cn', 'name_en']).where('id', 'in', ids).execute()
  return new Map(found.map(({ id: known, code, name_cn: cn, name_en: en }) => [known, { code, cn, en }]))
}

function cellOf(field: FieldDefinition, value: Line[string] | undefined, choice: (dict: string, value: string) => string): ExcelCell {
  if (value === null || value === undefined || value === '') return { value: null }
  if (field.dict !== undefined) return { value: choice(field.dict, String(value)) }
  return numbers.has(field.kind) ? numberCell(field, Number(value)) : { value: String(value), format: '@' }
}

function numberCell({ kind, result, precision }: FieldDefinition, value: number): ExcelCell {
  const places = precision ?? (kind === 'integer' || result === 'integer' ? 0 : 2)
  return { value, format: places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}` }
}

const numbers: ReadonlySet<string> = new Set(['number', 'money', 'integer', 'calculated', 'percent'])
