import { z } from 'zod'
import { Decimal } from 'decimal.js'
import type { CallParameters } from '#kernel/evaluate/external-questions.ts'
import { decimalOf, sumMoney } from '#kernel/values/money.ts'
import { type ExternalCall, type ExternalRow, ExternalOutage } from '#server/external/external-systems.ts'
import type { ServerPlugin } from '#server/plugin.ts'
import type { Env } from '#server/env.ts'
import { sapClient } from './client.ts'
import { interfaceOf } from './port.ts'
import { componentsOf } from './protocols/bill-of-material.ts'
import { connectionTo } from './protocols/destination.ts'
import { clearSapReads, type SapReadName, readSap } from './readings.ts'
import { type SapQuery, credit, infoRecords, salesFigures as soldBefore } from './wire.ts'
import { isSapSet } from './settings.ts'
import { SapFailure } from './failure.ts'

/** Translates failures into outages; unknown records give an empty answer. */
async function answered<Answer>(read: () => Promise<readonly Answer[]>): Promise<readonly Answer[]> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof SapFailure && error.kind === 'missing') return []
    if (error instanceof SapFailure) throw new ExternalOutage(error.message, { cause: error })
    throw error
  }
}

const figures = (ask: (env: Env, parameters: CallParameters) => Promise<readonly ExternalRow[]>): ExternalCall => ({
  system: { cn: 'SAP', en: 'SAP' },
  isSet: isSapSet,
  ask: ({ env }, parameters) => answered(() => ask(env, parameters)),
})

/** The limit and the debt of a customer, in RMB; asked by `customer`. */
const customerCredit = figures(async (env, { customer = '' }) => {
  const { limit, receivables } = await sapClient(env).get(`/customers/${encodeURIComponent(customer)}/credit`, {}, credit)
  return [{ limit, receivables }]
})

/**
 * The price at which a vendor sold a material last: `each` for one piece without tax, `gross` with the tax that is asked with,
 * `price` for as many pieces as `priceUnit`. Asked by `vendor`, `material` and `currency`, narrowed by `plant`.
 */
const infoRecord = figures(async (env, { taxRate = '0', priceUnit = '1', ...query }) => {
  const { items: [newest] } = await sapClient(env).get('/info-records', { ...query, page: 1, size: 1 }, infoRecords)
  if (!newest) return []
  const each = new Decimal(newest.price).div(newest.priceUnit)
  return [{ each: text(each), gross: text(each.times(percentOf(taxRate).div(100).plus(1))), price: text(each.times(positive(priceUnit))),
    validFrom: newest.validFrom }]
})

/**
 * Deliveries, orders, stock and prices of a sales group before a month, a row for each product and customer, with what the plant can make
 * of the product in the month; asked by `group`, `plant`, `month`.
 */
const salesFigures = figures(async (env, query) => {
  const { items } = await sapClient(env).get('/sales-figures', query, soldBefore)
  return items.map((item) => ({ ...item, customer: item.customer ?? null, price: item.price ?? null, capacity: item.capacity ?? null,
    buildable: item.buildable ?? null, scarce: item.scarce ?? null, count: items.length })
  )
})

const text = (amount: Decimal): string => amount.toFixed(6, Decimal.ROUND_HALF_UP)

const decimal = z.string().regex(/^\d{1,9}(\.\d{1,6})?$/)

const percentOf = (text: string): Decimal => new Decimal(decimal.safeParse(text).data ?? 0)

const positive = (text: string): Decimal => Decimal.max(decimal.safeParse(text).data ?? 1, 1)

const quantity = z.string().regex(/^\d{1,13}(\.\d{1,3})?$/)

const supply = z.object({ stock: quantity, wip: quantity, onOrder: quantity, price: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/) })

const bom = z.object({ items: z.array(z.object({ component: z.string().max(40), quantity, unit: z.string().max(10) })).max(5000) })

const asked = (ask: (env: Env, parameters: CallParameters) => Promise<readonly ExternalRow[]>): ExternalCall => ({
  system: { cn: 'SAP', en: 'SAP' },
  isSet: isSapSet,
  ask: ({ env }, parameters) => answered(() => ask(env, parameters)),
})

const path = (kind: string, material = '') => `/${kind}/${encodeURIComponent(material)}`

/** Stock of a material, its quantities in process and on order, and its standard price in RMB. Asked by `material`. */
const materialSupply = asked(async (env, { material }) => {
  const { stock: qty, ...rest } = await sapClient(env).get(path('supplies', material), {}, supply)
  return [{ qty, ...rest }]
})

type CallContext = Parameters<ExternalCall['ask']>[0]

/** Items of a bill of material, of the system where one is set up; none for a material without one. */
async function billItems({ env, at }: CallContext, { material = '', plant }: CallParameters) {
  const bill = interfaceOf(env, 'sap.bomItems', 'sap.bom')
  if (!bill || !('bomItems' in bill.taken)) return (await sapClient(env).get(path('boms', material), {}, bom)).items
  return componentsOf({ connection: connectionTo(bill.destination), at }, bill.taken, { material, plant })
}

/** The bill of material of a product: how many items it has (0 where there is none), and a line of text for each. Asked by `material`. */
const billOfMaterial: ExternalCall = {
  system: { cn: 'SAP', en: 'SAP' },
  isSet: isSapSet,
  ask: (context, parameters) =>
    answered(async () => {
      const items = await billItems(context, parameters).catch(noneIfMissing)
      const lines = items.map(({ component, quantity: each, unit }) => `${component} × ${decimalOf(each)?.toFixed() ?? each} ${unit}`)
      return [{ count: items.length, lines: lines.join('\n') }]
    }),
}

/** Quantity of a component in the bill of a material, of all its items; asked by `material` and `component`. */
const componentQuantity: ExternalCall = {
  system: { cn: 'SAP', en: 'SAP' },
  isSet: isSapSet,
  ask: (context, { component, ...parameters }) =>
    answered(async () => {
      const items = (await billItems(context, parameters).catch(noneIfMissing)).filter((item) => item.component === component)
      return [{ quantity: items.length === 0 ? null : sumMoney(items.map(({ quantity: each }) => each)).toString() }]
    }),
}

function noneIfMissing(error: unknown): [] {
  if (error instanceof SapFailure && error.kind === 'missing') return []
  throw error
}

const system = { cn: 'SAP', en: 'SAP' }

/** Most choices that a list shows, and storage locations that a stock is added up from. */
const size = 100

/** Master data as choices: by code, with the words in both languages. */
const choicesOf = (name: Exclude<SapReadName, 'stock'>): ExternalCall => ({
  system,
  forget: (env) => clearSapReads(env, name),
  ask: (context, parameters, keyword) =>
    answered(async () => {
      const { items } = await readSap({ ...context, client: () => sapClient(context.env) }, name, { ...wantedOf(parameters),
        keyword: keyword || undefined, page: 1, size })
      return items.map(({ code, nameCn, nameEn, ...rest }) => ({ ...rest, value: code, cn: nameCn, en: nameEn }))
    }),
})

/**
 * The stock of a material at a plant, in one sum, 0 where SAP answers without a record; `storageLocation` and `batch` narrow it. It is
 * never kept.
 */
const stock: ExternalCall = {
  system,
  ask: (context, parameters) =>
    answered(async () => {
      const { items } = await readSap({ ...context, client: () => sapClient(context.env) }, 'stock', { ...wantedOf(parameters), page: 1,
        size: 200 })
      return [{ qty: sumMoney(items.map(({ qty }) => qty)).toString(), unit: items[0]?.unit }]
    }),
}

/** The calls of SAP for forms. */
export const sapCallsOfForms: NonNullable<ServerPlugin['externalCalls']> = {
  'sap.units': choicesOf('units'),
  'sap.materials': choicesOf('materials'),
  'sap.subject': choicesOf('subject'),
  'sap.movement': choicesOf('movement'),
  'sap.costCenters': choicesOf('costCenters'),
  'sap.projects': choicesOf('projects'),
  'sap.stock': stock,
  'sap.credit': customerCredit,
  'sap.lastPrice': infoRecord,
  'sap.salesFigures': salesFigures,
  'sap.supply': materialSupply,
  'sap.bom': billOfMaterial,
  'sap.bomComponent': componentQuantity,
}

const wantedOf = (
  { material, plant, storageLocation, batch }: CallParameters,
): Pick<SapQuery, 'material' | 'plant' | 'storageLocation' | 'batch'> => ({ material, plant, storageLocation, batch })
