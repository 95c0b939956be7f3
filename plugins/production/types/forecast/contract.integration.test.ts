import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import type { FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import type { FormValue } from '#kernel/values/value.ts'
import '#plugins/masters/server/public-api.ts'
import '#plugins/system/server/public-api.ts'
import { salesForecastingMonthMid } from './salesForecastingMonthMid.ts'
import { salesForecastingMonthStart } from './salesForecastingMonthStart.ts'
import { openWindow } from './testing-forecast.ts'

const channels = ['domestic', 'export', 'oem', 'ecommerce', 'project']
let filed = 0

/** A forecast of two products by the home market; each of a channel and group of its own. */
async function forecastOf({ product: { database: { db } } }: FilingSupport): Promise<FormValue> {
  const plant = await db.selectFrom('factory').select('id').where('code', '=', '1000').executeTakeFirstOrThrow()
  const boards = await db.selectFrom('material').select('id').where('factory', '=', '1000').where('code', 'like', 'P-%').orderBy('code')
    .limit(2).execute()
  const groups = await db.selectFrom('sales_group').select('id').orderBy('code').execute()
  const turn = (filed += 1)
  return {
    applicantDept: 'sz-domestic',
    forecastMonth: '2026-11-01',
    salesGroup: groups[Math.floor(turn / channels.length) % groups.length]?.id,
    channel: channels[turn % channels.length],
    factory: plant.id,
    forecaster: 'u-xulei',
    lines: boards.map(({ id }, index) => ({ rowId: `l${index}`, material: id, m1: 200, m2: 220, m3: 180 })),
  }
}

const lines = (change: (row: FormValue, index: number) => FormValue) => (filled: FormValue): FormValue => ({ ...filled,
  lines: (filled['lines'] as FormValue[]).map((row, index) => ({ ...row, ...change(row, index) })) })

/** Both lines of one product. */
const alike = (customer: (index: number) => string | null) => (filled: FormValue): FormValue => {
  const [first = {}] = filled['lines'] as FormValue[]
  return lines((_, index) => ({ material: first['material'], customer: customer(index) }))(filled)
}

describeForm(salesForecastingMonthStart, {
  by: 'xulei',
  async filled(support) {
    await openWindow(support.product)
    return forecastOf(support)
  },
  // sales director and PMC passed already, as sales manager and in planning
  passes: ['salesManager: sales', 'planner: pmc'],
  edges: {
    'SF-R4': { breaks: lines(() => ({ m1: 0, m2: 0, m3: 0 })), keeps: lines((_, index) => ({ m1: 0, m2: 0, m3: index })) },
    'SF-R5': { breaks: alike(() => null), keeps: {} },
    'SF-R6': { breaks: { forecastMonth: '2026-12-01' }, keeps: { forecastMonth: '2026-11-01' } },
  },
  // the window is a parameter, and deviations need a forecast of the month before
  elsewhere: ['SF-R2', 'SF-R3'],
})

describeForm(salesForecastingMonthMid, {
  by: 'xulei',
  async filled(support) {
    await openWindow(support.product)
    const value = await forecastOf(support)
    const starts = support.of(salesForecastingMonthStart)
    const base = await starts.file('xulei', value)
    await starts.passThrough(base)
    return lines((row, index) => ({ takenFrom: `salesForecastingMonthStart/${base}/${String(row['rowId'])}`, m1: 200 - index * 20,
      ...(index === 1 && { reason: 'delay' }) })
    )({ ...value, baseDoc: [base] })
  },
  passes: ['salesManager: sales', 'planner: pmc'],
  edges: {
    'SF-R5': { breaks: alike(() => null), keeps: {} },
    'SF-R6': { breaks: { forecastMonth: '2026-12-01' }, keeps: { forecastMonth: '2026-11-01' } },
    'SM-R1': { breaks: { baseDoc: [] }, keeps: {} },
    'SM-R1-other': { breaks: ({ channel, ...filled }) => ({ ...filled, channel: channel === 'oem' ? 'export' : 'oem' }), keeps: {} },
    'SM-R2': { breaks: lines(() => ({ m1: 200, reason: null })), keeps: lines(() => ({ m1: 199, reason: 'delay' })) },
  },
  // open orders are SAP's, and the window is a parameter
  elsewhere: ['SM-R3', 'SM-R4'],
})
