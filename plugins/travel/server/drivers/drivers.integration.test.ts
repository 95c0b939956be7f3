import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { getFile, textsOf } from '#server/imports/testing.ts'
import { costCenterId } from '#plugins/demo/server/records.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { daysLeft } from '../../drivers/driver.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
})
afterAll(() => product?.close())

const base = '/oaserver/driver'
/** Users who administer drivers; who see them without licence numbers; who do not see them. */
const [fleet, hr, other] = ['linfang', 'zhoujie', 'employee']

interface Driver {
  readonly id: string
  readonly version: number
  readonly personId: string
  readonly licenceNo?: string
  readonly validUntil: string
}
const listed = async (who: string, query: object = {}) =>
  (await product.as(who).post<{ records: readonly Driver[] }>(`${base}/page`, query)).data
const change = async (person: string, value: object, who = fleet) => {
  const [{ id, version }] = (await listed(fleet, { personId: [person] })).records as [Driver]
  return product.as(who).put<Driver>(base, { id, version, ...value })
}

describe('the number of a licence', () => {
  it('is told to who may know it, and to nobody else who sees the register', async () => {
    expect((await listed(fleet)).records[0]).toMatchObject({ licenceNo: expect.stringMatching(/^\*{4} \S{4}$/) })
    const [seen] = (await listed(hr)).records
    expect(seen).toMatchObject({ validUntil: expect.any(String) })
    expect(seen).not.toHaveProperty('licenceNo')
    expect((await product.as(hr).get<Driver>(`${base}/${seen?.id}`)).data).not.toHaveProperty('licenceNo')
    expect((await product.as(hr).get<readonly Driver[]>(`${base}/list`)).data.every((driver) => !('licenceNo' in driver))).toBe(true)
    expect((await product.as(other).post(`${base}/page`, {})).code).toBe(403)
  })

  it('orders no list', async () => {
    expect((await product.as(hr).post(`${base}/page`, { orders: [{ column: 'licenceNo' }] })).code).toBe(42009)
  })

  it('is in the files only of who may know it', async () => {
    const bytesFor = async (who: string) =>
      textsOf((await getFile(product.app, `${base}/export`, (await product.as(who).bearer()).replace('Bearer ', ''))).bytes)
    const column = async (who: string) => {
      const [head = [], ...rows] = await bytesFor(who)
      return rows.map((row) => row[head.indexOf('驾驶证号')] ?? '')
    }
    expect((await column(fleet)).every((number) => number !== '')).toBe(true)
    expect((await column(hr)).every((number) => number === '')).toBe(true)
  })
})

const car = (value: object = {}) => ({
  parameters: {
    applicantDept: 'sz-hardware',
    bearingDept: 'sz-rd',
    costCenter: costCenterId('sz-rd'),
    carKind: '1',
    driver: 'u-employee',
    reason: '送样',
    dispatchTime: '2026-12-10 08:00:00',
    endTime: '2026-12-10 18:00:00',
    pickup: '车库',
    route: [{ rowId: 'r1', startArea: ['320000', '320500'], endArea: ['310000', '310100'], distanceKm: 100 }],
    ...value,
  },
})
const refusals = async (value: object = {}) => {
  const { data } = await product.as('employee').post<{ problems: readonly { field: string; code: string; parameters?: object }[] }>(
    '/oaserver/dispatchCar/calculate',
    car(value),
  )
  return data.problems.filter(({ field }) => field === 'driver').map(({ code, parameters }) => [code, parameters])
}

describe('the driver of a car', () => {
  it('has a licence until the car is back', async () => {
    expect(await refusals()).toEqual([])
    await change('u-employee', { validUntil: '2026-12-10' })
    expect(await refusals()).toEqual([])
    await change('u-employee', { validUntil: '2026-12-09' })
    expect(await refusals()).toEqual([['drivers.expires', { date: '2026-12-09' }]])
    await change('u-employee', { validUntil: '2030-01-01', enable: false })
    expect(await refusals()).toEqual([['drivers.none', undefined]])
  })

  it('shows the licence of a car of their own, where it is not registered', async () => {
    expect(await refusals({ carKind: '2', licenceFile: ['f1'] })).toEqual([])
    await change('u-employee', { validUntil: '2026-12-09', enable: true })
    expect(await refusals({ carKind: '2', licenceFile: ['f1'] })).toEqual([['drivers.expires', { date: '2026-12-09' }]])
  })
})

it('is reminded of from thirty days before the end', () => {
  expect(
    [['2026-12-23', '2026-11-22'], ['2026-12-22', '2026-11-22'], ['2026-11-22', '2026-11-22'], ['2026-11-20', '2026-11-22']].map((
      [until = '', today = ''],
    ) => daysLeft(until, today)),
  ).toEqual([undefined, 30, 0, -2])
})
