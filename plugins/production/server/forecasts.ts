import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { decimalOf } from '#kernel/values/money.ts'
import { type FormValue, textAt } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Env } from '#server/env.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import type { ExternalQuestion, ExternalRow, ExternalSystems } from '#server/external/external-systems.ts'
import '#plugins/masters/server/public-api.ts'

const monthStart = 'salesForecastingMonthStart'
const mid = 'salesForecastingMonthMid'

/** Answers of other systems, by product instance. */
const externals = new WeakMap<Env, ExternalSystems>()

/** Registers the answers of other systems for a product instance. */
export const forecastsRead = (env: Env, external: ExternalSystems): void => void externals.set(env, external)

/** Figures of SAP and of earlier forecasts beside the lines of a forecast, read anew when it is filed. */
export const forecasts: DocumentExtension = {
  concerns: [monthStart, mid],

  async prepare(step) {
    // planning changes quantities: their load follows, on the capacity that was read at filing
    if (step.filing !== true) return step.node === 'planner' ? { lines: withLoad(rowsAt(step.value, 'lines')) } : {}
    const lines = rowsAt(step.value, 'lines')
    const codes = await codesOf(step.db, lines)
    const figures = await figuresOf(step)
    const products = productFigures(figures)
    const withFigures = withLoad(
      lines.map((line) => ({ ...line, ...figuresFor(figures?.get(keyOf(line, codes))),
        ...capacityFor(products.get(codes.get(textAt(line, 'material') ?? '') ?? '')) })
      ),
    )
    return step.form.key === mid ? midFigures(step, withFigures) : startFigures(step, withFigures, figures)
  },
}

/** Codes of the materials and customers of lines, by their ids. */
async function codesOf(db: Db, lines: readonly FormValue[]): Promise<ReadonlyMap<string, string>> {
  const ids = (key: string) => [...new Set(lines.flatMap((line) => textAt(line, key) ?? []))]
  const [materials, customers] = [ids('material'), ids('customer')]
  const rows = await Promise.all([
    materials.length > 0 ? db.selectFrom('material').select(['id', 'code']).where('id', 'in', materials).execute() : [],
    customers.length > 0 ? db.selectFrom('customer').select(['id', 'code']).where('id', 'in', customers).execute() : [],
  ])
  return new Map(rows.flat().map(({ id, code }) => [id, code]))
}

const keyOf = (line: FormValue, codes: ReadonlyMap<string, string>): string =>
  `${codes.get(textAt(line, 'material') ?? '') ?? ''}/${codes.get(textAt(line, 'customer') ?? '') ?? ''}`

type FigureRows = ReadonlyMap<string, ExternalRow>

/** The answer of SAP for the month, group and plant, by material and customer; undefined where it has not been asked. */
async function figuresOf({ db, env, value }: DocumentStep): Promise<FigureRows | undefined> {
  const question = await forecastQuestion(db, value)
  const answer = question && externals.get(env)?.answer(question)
  return answer && new Map(answer.rows.map((row) => [`${String(row['material'])}/${String(row['customer'] ?? '')}`, row]))
}

/** The question to SAP for all lines of a forecast; undefined before month, group and plant are known. */
async function forecastQuestion(db: Db, value: FormValue): Promise<ExternalQuestion | undefined> {
  const [month, group, plant] = [textAt(value, 'forecastMonth'), textAt(value, 'salesGroup'), textAt(value, 'factory')]
  if (month === undefined || group === undefined || plant === undefined) return undefined
  const [groups, plants] = await Promise.all([
    db.selectFrom('sales_group').select('code').where('id', '=', group).executeTakeFirst(),
    db.selectFrom('factory').select('code').where('id', '=', plant).executeTakeFirst(),
  ])
  return groups && plants && { call: 'sap.salesFigures', parameters: { group: groups.code, plant: plants.code, month } }
}

/** Figures of a line as a form keeps quantities: decimals in text. */
const figuresFor = (row: ExternalRow = {}): FormValue =>
  Object.fromEntries(['actual3', 'openOrders', 'stock', 'price'].map((key) => [key, row[key] == null ? null : String(row[key])]))

/** A row of each product: what the plant can make of it is the same in all of its rows. */
function productFigures(figures: FigureRows | undefined): ReadonlyMap<string, ExternalRow> {
  return new Map([...(figures?.values() ?? [])].map((row) => [String(row['material']), row]))
}

const capacityFor = (row: ExternalRow = {}): FormValue =>
  Object.fromEntries(['capacity', 'buildable', 'scarce'].map((key) => [key, row[key] == null ? null : String(row[key])]))

/** Lines with the load of the plant in percent, and the components that end before: of all lines of a product together. */
function withLoad(lines: readonly FormValue[]): readonly FormValue[] {
  const totals = new Map<string, Decimal>()
  for (const line of lines) {
    const product = textAt(line, 'material') ?? ''
    totals.set(product, (totals.get(product) ?? new Decimal(0)).plus(Number(line['m1'] ?? 0)))
  }
  return lines.map((line) => ({ ...line, ...loadOf(line, totals.get(textAt(line, 'material') ?? '') ?? new Decimal(0)) }))
}

function loadOf(line: FormValue, total: Decimal): FormValue {
  const [capacity, buildable, scarce] = [decimalAt(line, 'capacity'), decimalAt(line, 'buildable'), textAt(line, 'scarce')]
  const missing = buildable ? total.minus(buildable) : new Decimal(0)
  return {
    load: capacity?.gt(0) ? total.div(capacity).times(100).toFixed(2, Decimal.ROUND_HALF_UP) : null,
    short: missing.gt(0) && scarce !== undefined ? `${scarce} −${missing.toFixed(0)}` : null,
  }
}

const decimalAt = (line: FormValue, key: string): Decimal | undefined => decimalOf(textAt(line, key)) ?? undefined

/** Adds last month's forecast to each line, and its accuracy against deliveries. */
async function startFigures(step: DocumentStep, lines: readonly FormValue[], figures: FigureRows | undefined): Promise<FormValue> {
  const last = await lastForecast(step)
  const codes = await codesOf(step.db, [...last.keys()].map(lineOf))
  const forecast = (line: FormValue) => last.get(idKey(line))
  const exact = accuracyOf(new Map([...last].map(([key, quantity]) => [keyOf(lineOf(key), codes), quantity])), figures)
  return {
    lines: lines.map((line) => ({ ...line, lastForecast: forecast(line)?.toString() ?? null })),
    accuracyExact: exact?.toFixed(6) ?? null,
    accuracy: exact?.toFixed(2, Decimal.ROUND_HALF_UP) ?? null,
  }
}

const idKey = (line: FormValue): string => `${textAt(line, 'material') ?? ''}/${textAt(line, 'customer') ?? ''}`

const lineOf = (key: string): FormValue => {
  const [material, customer] = key.split('/')
  return { material, customer }
}

/** Accuracy of last month's forecast in percent, at least 0; null without a forecast or without figures of SAP. */
export function accuracyOf(forecast: ReadonlyMap<string, Decimal>, figures: FigureRows | undefined): Decimal | undefined {
  const total = [...forecast.values()].reduce((sum, quantity) => sum.plus(quantity), new Decimal(0))
  if (figures === undefined || total.lte(0)) return undefined
  const keys = new Set([...forecast.keys(), ...figures.keys()])
  const missed = [...keys].reduce((sum, key) => {
    const actual = decimalOf(String(figures.get(key)?.['actualLast'] ?? 0)) ?? new Decimal(0)
    return sum.plus(actual.minus(forecast.get(key) ?? 0).abs())
  }, new Decimal(0))
  return Decimal.max(0, new Decimal(1).minus(missed.div(total)).times(100))
}

/** The second month of last month's newest completed forecast of the group and channel: that of mid-month before that of its start. */
async function lastForecast({ db, value }: DocumentStep): Promise<ReadonlyMap<string, Decimal>> {
  const [month, group, channel] = [textAt(value, 'forecastMonth'), textAt(value, 'salesGroup'), textAt(value, 'channel')]
  if (month === undefined || group === undefined || channel === undefined) return new Map()
  const rows = await lastLines(db, { month, group, channel })
  return new Map(rows.map(({ material, customer, quantity }) => [`${material}/${customer ?? ''}`, new Decimal(quantity ?? 0)]))
}

interface ForecastScope {
  /** First day of the month. */
  readonly month: string
  /** Ids of sales group and channel. */
  readonly group: string
  readonly channel: string
}

/** Lines of last month's newest completed forecast, with the second month of each. */
export async function lastLines(db: Db, { month, group, channel }: ForecastScope) {
  const { rows } = await sql<{ material: string; customer: string | null; quantity: string | null }>`
    select line ->> 'material' as material, line ->> 'customer' as customer, line ->> 'm2' as quantity
      from jsonb_array_elements((
        select value -> 'lines' from document where type in (${monthStart}, ${mid}) and state = 'completed'
          and value ->> 'forecastMonth' = to_char(${month}::date - interval '1 month', 'YYYY-MM-DD')
          and value ->> 'salesGroup' = ${group} and value ->> 'channel' = ${channel}
          order by type = ${mid} desc, ended_at desc limit 1)) line`.execute(db)
  return rows
}

/** Quantities of the month-start forecast beside each line, and their total. */
async function midFigures({ db, value }: DocumentStep, lines: readonly FormValue[]): Promise<FormValue> {
  const [base] = Array.isArray(value['baseDoc']) ? (value['baseDoc'] as readonly string[]) : []
  if (base === undefined) return { lines: lines.map((line) => ({ ...line, baseQty: null })), baseTotal: null }
  const stored = await db.selectFrom('document').select('value').where('id', '=', base).where('type', '=', monthStart).executeTakeFirst()
  const known = new Map(rowsAt(stored?.value ?? {}, 'lines').map((line) => [idKey(line), Number(line['m1'] ?? 0)]))
  return { lines: lines.map((line) => ({ ...line, baseQty: known.get(idKey(line)) ?? 0 })),
    baseTotal: [...known.values()].reduce((sum, quantity) => sum + quantity, 0) }
}
