import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import type { ParameterGroup } from '#plugins/finance/parameters.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
})
afterAll(() => product?.close())

const path = '/budgetservice/parameter'
const groupOf = async (key: string, who = 'finance') =>
  (await product.as(who).get<ParameterGroup[]>(`${path}/list`)).data.find((group) => group.key === key)!
const figure = async (key: string, name: string) => (await groupOf(key)).parameters.find((parameter) => parameter.name === name)!
const set = async (key: string, changes: readonly object[], who = 'finance') =>
  product.as(who).put<ParameterGroup>(`${path}/${key}`, { changes })
const refusedAt = (data: unknown) =>
  (data as { fields?: { name: string; message: string }[] }).fields?.map(({ name, message }) => [name, message])

describe('the parameters of finance', () => {
  it('are those that modules declare, each with its kind, its unit and the sentences that it feeds', async () => {
    expect(await figure('travelRule', 'airRailCompareKm')).toMatchObject({ value: 1000, initial: 1000, unit: { cn: '公里', en: 'km' },
      changedBy: null })
    expect(await figure('travelRule', 'lunch')).toMatchObject({ value: '40', field: { kind: 'percent' } })
    expect((await figure('travelRule', 'overdueDays')).uses).toContainEqual(
      expect.objectContaining({ kind: 'rule', form: expect.objectContaining({ cn: '差旅费报销' }) as object, blanks: ['days'] }),
    )
    expect((await figure('diningStandard', 'perPerson.2')).uses.map(({ label }) => label.cn)).toContain('人均标准')
    expect((await groupOf('travelStandard')).table?.columns.map(({ cn }) => cn)).toEqual(['普通员工', '部门经理', '总监', '副总经理',
      '总经理'])
  })

  it('are set by finance within what their kind allows, and named with who set them; the rules follow', async () => {
    const { version } = await figure('travelRule', 'overdueDays')
    expect(
      refusedAt(
        (await set('travelRule', [{ name: 'overdueDays', value: 1.5, version }, { name: 'airRailCompareSide', value: 'around',
          version: 0 }])).data,
      )?.map(([name]) => name),
    ).toEqual(['changes.0.value', 'changes.1.value'])
    expect((await set('travelRule', [{ name: 'unknown', value: 1, version: 0 }])).code).toBe(42009)
    expect(
      (await set('travelRule', [{ name: 'overdueDays', value: 45, version }, { name: 'lunch', value: '35',
        version: (await figure('travelRule', 'lunch')).version }])).code,
    )
      .toBe(200)
    expect(await figure('travelRule', 'overdueDays')).toMatchObject({ value: 45, initial: 30, version: version + 1,
      changedBy: '孙丽/Li Sun' })
    const label = await product.composition.host.dictionary(product.database.db)
    expect([label('travelRule', 'overdueDays'), label('travelRule', 'lunch')]).toEqual(['45/45', '0.35/0.35'])
    expect((await set('travelRule', [{ name: 'overdueDays', value: 50, version }])).code).toBe(42007)
  })

  it('are looked at by accountants and set by nobody without the right, nor as choices of a dictionary', async () => {
    expect((await product.as('accountant').get(`${path}/list`)).code).toBe(200)
    expect((await set('travelRule', [{ name: 'overdueDays', value: 1, version: 0 }], 'accountant')).code).toBe(403)
    expect((await product.as('employee').get(`${path}/list`)).code).toBe(403)
    expect((await set('currency', [{ name: 'x', value: 1, version: 0 }])).code).toBe(404)
    const { data: [row] } = await product.as('admin').get<{ id: string; version: number }[]>('/system/dictData/list?type=travelRule')
    expect(refusedAt((await product.as('admin').put('/system/dictData', { id: row!.id, version: row!.version, label: '1' })).data)).toEqual(
      [['type', '该字典的参数由财务在“标准与参数”页面维护']],
    )
  })
})
