import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TableRows } from '#kernel/answers.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { type FormValue, newRowId } from '#kernel/values/value.ts'
import { filledByHeading, getFile, sendFile, textsOf } from '#server/imports/testing.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { scaled } from '#server/testing-scale.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import '#plugins/masters/server/public-api.ts'
import { type Simulator, startSimulator } from '#plugins/sap/server/public-api.ts'
import '#plugins/system/server/public-api.ts'
import { openWindow } from './testing-forecast.ts'
import { salesForecastingMonthStart } from './salesForecastingMonthStart.ts'

/** Rows of the workbook, and those among them that SAP refuses. */
const { count, refused } = scaled({ enough: { count: 300, refused: 20 }, all: { count: 2_000, refused: 20 } })

let simulator: Simulator
let product: TestProduct
let on: FilingSupport
const codeOf = (index: number): string => `P-9${String(index).padStart(4, '0')}`

beforeAll(async () => {
  simulator = await startSimulator({ user: 'oa', password: 'secret', isAlone: false, now: () => today })
  product = await demoProduct({
    settings: { SAP_SYSTEM_URL: simulator.url, SAP_SYSTEM_USER: 'oa', SAP_SYSTEM_PASSWORD: 'secret', SAP_COMPANY_CODE: '1000' },
  })
  on = filing(product, salesForecastingMonthStart)
  const rows = Array.from({ length: count },
    (_, index) => ({ id: `m-${index}`, code: codeOf(index), name_cn: `主板${index}`, name_en: `Board ${index}`, unit: 'pcs',
      factory: '1000', price: '12.50', saleable: true, create_by: null, update_by: null }))
  await product.database.db.insertInto('material').values(rows as never).execute()
}, 240_000)
afterAll(async () => {
  await product?.close()
  await simulator?.close()
})

const tick = () => product.composition.postings.tick()

/** Lines of the workbook: the first twenty are wrong, each in a way of its own kind. */
const wrong = ['12.5', '-1', 'abc', '', '2026-01-01'] as const
const line = (index: number, m1: string | number = 200 + (index % 50)) => ({ 产品: codeOf(index), 'M+0数量': m1, 'M+1数量': 220,
  'M+2数量': 180 })

it('is imported, compared, filed, and posted line by line, and what SAP refused is sent again', { timeout: 1_800_000 }, async () => {
  await openWindow(product)
  const bearer = (await product.as('xulei').bearer()).slice(7)
  const path = '/oaserver/salesForecastingMonthStart/rows/lines'
  const template = await getFile(product.app, `${path}/template`, bearer)
  const lines = Array.from({ length: count }, (_, index) => line(index, index < 20 ? wrong[index % wrong.length] : undefined))
  const bytes = await filledByHeading(template.bytes, lines)
  expect(bytes.length).toBeLessThan(512_000)
  const imported = (await sendFile(product.app, { path, who: bearer, bytes })).data as unknown as TableRows
  expect([imported.rows.length, imported.failed]).toEqual([count - 20, 20])
  // the failure file says of each wrong row what is wrong, and is imported again once it was corrected
  expect(imported.failureFileId).toBeDefined()
  const corrected = (await sendFile(product.app, { path, who: bearer, bytes: await filledByHeading(template.bytes, lines.slice(0, 20).map((
    _,
    index,
  ) => line(index))) })).data as unknown as TableRows
  expect(corrected.rows).toHaveLength(20)

  const { db } = product.database
  const plant = await db.selectFrom('factory').select('id').where('code', '=', '1000').executeTakeFirstOrThrow()
  const group = await db.selectFrom('sales_group').select('id').orderBy('code', 'desc').executeTakeFirstOrThrow()
  const forecast: FormValue = { applicantDept: 'sz-domestic', forecastMonth: '2026-11-01', salesGroup: group.id, channel: 'oem',
    factory: plant.id, forecaster: 'u-xulei',
    lines: [...corrected.rows, ...imported.rows].map(({ value }) => ({ ...value, rowId: newRowId() })) }
  const compared = (await on.calculate(product.as('xulei'), forecast)).data
  expect(rowsAt(compared.value, 'lines')).toHaveLength(count)
  expect(compared.problems.filter(({ level = 'block' }) => level === 'block')).toEqual([])
  const workbook = await product.app.inject({ method: 'POST', url: '/oaserver/production/salesForecastingMonthStart/workbook',
    headers: { authorization: `Bearer ${bearer}`, 'accept-language': 'zh_CN' }, payload: {
      lines: rowsAt(compared.value, 'lines').map((
        { material, customer = null, m1, total },
      ) => ({ material, customer, m1, total } as Record<string, string | number | null>)),
    } })
  const written = await textsOf(new Uint8Array(workbook.rawPayload))
  expect(written).toHaveLength(count + 1)
  expect(written[0]).toEqual(expect.arrayContaining(['产品编码', '产品', '近3月实际', '产能负荷（%）', '关键欠料']))

  const id = await on.file('xulei', forecast)
  await on.passThrough(id)
  for (let index = 0; index < refused; index += 1)
    simulator.faults.add({ kind: 'refuses', about: `"Product":"${codeOf(index * 7)}"`, times: 1, ms: 0, retryAfter: 1, chance: 1,
      code: 'M3/351', message: 'Material not maintained in plant', property: 'Product' })
  const states = async () => {
    const rows = await db.selectFrom('posting').select(['state', (eb) => eb.fn.countAll<string>().as('count')]).where('document', '=', id)
      .groupBy('state').execute()
    return Object.fromEntries(rows.map(({ state, count: many }) => [state, Number(many)]))
  }
  for (let beats = 0; beats < count && ((await states())['waiting'] ?? 0) > 0; beats += 1) await tick()
  expect(await states()).toEqual({ posted: count - refused, refused })
  const there = () => simulator.store.records('API_PLND_INDEP_RQMT_SRV/PlannedIndepRqmt').length
  expect(there()).toBe(count - refused)
  // the row that was refused is named
  const left = await db.selectFrom('posting').select(['id', 'line', 'details']).where('document', '=', id).where('state', '=', 'refused')
    .execute()
  expect(left.every(({ details }) => details?.some(({ code, field }) => code === 'M3 351' && field === 'material'))).toBe(true)
  for (const { id: posting } of left)
    expect((await product.as('it').post('/workflow/posting/retry', { id: posting })).code).toBe(200)
  expect(await states()).toEqual({ posted: count })
  expect(there()).toBe(count)
  const { business } = await on.detailOf(product.as('xulei'), id)
  const numbers = rowsAt(business, 'lines').map(({ requirementNo }) => requirementNo)
  expect(new Set(numbers).size).toBe(count)
  expect(numbers.every((number) => typeof number === 'string' && number.length > 0)).toBe(true)
  const { data: reconciled } = await product.as('it').post<{ differences: unknown[]; same: number }>('/workflow/posting/reconcile', {
    month: '2026-11',
  })
  expect(reconciled.differences).toEqual([])
  expect(reconciled.same).toBeGreaterThanOrEqual(count)
})
