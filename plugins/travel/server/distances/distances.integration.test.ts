import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { sendFile } from '#server/imports/testing.ts'
import { workbookOf } from '#server/workbooks/testing.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
})
afterAll(() => product?.close())

const base = '/oaserver/areaDistance'
const [suzhou, gusu, wuhan, jiangan] = [['320000', '320500'], ['320000', '320500', '320508'], ['420000', '420100'], ['420000', '420100',
  '420102']]

interface Distance {
  readonly id: string
  readonly version: number
  readonly fromArea: readonly string[]
  readonly nameEn: string
  readonly km: number
  readonly fields: readonly { readonly name: string; readonly message: string }[]
}
const add = (value: object, who = 'finance') => product.as(who).post<Distance>(`${base}/add`, value)

describe('the distance of two places', () => {
  it('is kept once for both directions, by path or by code', async () => {
    const { data } = await add({ fromArea: ['320000', '321200'], toCode: '421300', km: 650 })
    expect(data).toMatchObject({ fromArea: ['320000', '321200'], toArea: ['420000', '421300'], fromCode: '321200', toCode: '421300',
      nameEn: 'Taizhou – Suizhou', km: 650 })
    expect((await add({ fromCode: '421300', toCode: '321200', km: 1 })).data.fields).toMatchObject([{ name: 'toArea',
      message: '该两地的里程已在表中' }])
    expect((await add({ fromCode: '421300', toArea: ['420000', '421300'], km: 1 })).data.fields).toMatchObject([{ name: 'toArea',
      message: '两地不能相同' }])
    expect((await add({ fromCode: '421399', toCode: '321200', km: 1 })).data.fields).toMatchObject([{ name: 'fromArea' }])
    const moved = await product.as('finance').put<Distance>(base, { id: data.id, version: data.version, toArea: ['420000', '420500'] })
    expect(moved.data).toMatchObject({ toCode: '420500', nameEn: 'Taizhou – Yichang' })
  })

  it('is finance’s to see and to change', async () => {
    expect((await add({ fromCode: '321200', toCode: '450100', km: 1 }, 'employee')).code).toBe(403)
    expect((await product.as('employee').post(`${base}/page`, {})).code).toBe(403)
    expect((await product.as('finance').post<{ total: number }>(`${base}/page`, { keyword: '苏州' })).data.total).toBeGreaterThan(10)
  })
})

describe('a workbook of distances', () => {
  const imported = async (rows: readonly (readonly (string | number)[])[]) => {
    const bytes = await workbookOf((sheet) => void sheet.addRows([['一地', '另一地', '里程（公里）'], ...rows]))
    const who = (await product.as('finance').bearer()).replace('Bearer ', '')
    return (await sendFile(product.app, { path: base, who, bytes })).data
  }
  const kmOf = async (from: string, to: string) =>
    (await product.database.db.selectFrom('area_distance').select(['from_code', 'km', 'name_cn']).where('from_code', '=', from).where(
      'to_code',
      '=',
      to,
    ).execute()).map(({ km, name_cn: name }) => [km, name])

  it('says places as the list shows them, by code, name or English name, and tells added, changed and unchanged rows apart', async () => {
    expect(await imported([['泰州市', 'Wuhu', 300], ['Beijing', '340200', 1010], ['Jiangsu>Taizhou', '340300', 290]])).toMatchObject({
      success: 3,
      added: 3,
      changed: 0,
      failed: 0,
    })
    expect(await kmOf('321200', '340200')).toEqual([[300, '泰州市—芜湖市']])
    expect(await kmOf('110100', '340200')).toEqual([[1010, '北京市—芜湖市']])
    // the reversed pair is the same pair and keeps its stored order
    expect(await imported([['芜湖', '泰州', 301], ['340200', '北京', 1010], ['蚌埠市', '盐城市', 330]])).toMatchObject({ success: 2,
      added: 1, changed: 1, unchanged: 1, failed: 0 })
    expect(await kmOf('321200', '340200')).toEqual([[301, '泰州市—芜湖市']])
    expect(await kmOf('340200', '321200')).toEqual([])
  })

  it('names column and value of a place that is none or several, and a pair that the file has twice', async () => {
    const { failures } = await imported([['没有这里', '芜湖', 1], ['蚌埠', 'Taizhou', 1], ['扬州', '芜湖', 120], ['芜湖', '扬州', 121]])
    expect(failures.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [2, '一地', '没有“没有这里”这个地区，可写编码、中文名或英文名'],
      [3, '另一地', '有多个“Taizhou”：江苏省>泰州市, 浙江省>台州市，请连同上级书写'],
      [5, '', '与原文件第 4 行重复'],
    ])
  })
})

interface CalculationAnswer {
  readonly value: { readonly itinerary: readonly { readonly distanceKm?: number | null; readonly tableKm?: number | null }[] }
}

describe('a leg of a trip', () => {
  const legs = async (...rows: readonly object[]) => {
    const itinerary = rows.map((row, index) => ({ rowId: `r${index}`, transport: '6', startTime: `2026-12-0${index + 1} 08:00:00`,
      endTime: `2026-12-0${index + 1} 12:00:00`, fare: '0', ...row })
    )
    return (await product.as('employee').post<CalculationAnswer>('/oaserver/businessTrip/calculate', { parameters: { itinerary } })).data
      .value
      .itinerary
  }

  it('has the distance of the table, whichever way it goes, also from a district', async () => {
    const [there, back, district] = await legs({ startArea: suzhou, endArea: wuhan }, { startArea: wuhan, endArea: suzhou }, {
      startArea: gusu,
      endArea: jiangan,
    })
    expect([there, back, district].map((leg) => leg?.distanceKm)).toEqual([760, 760, 760])
  })

  it('has what the person entered, and nothing where the table does not know or is not asked', async () => {
    const [entered, unknown, byRail] = await legs({ startArea: suzhou, endArea: wuhan, distanceKm: 812 }, { startArea: wuhan,
      endArea: ['540000', '540100'] }, { startArea: suzhou, endArea: wuhan, transport: '2' })
    expect([entered?.distanceKm, unknown?.distanceKm ?? null, byRail?.distanceKm ?? null]).toEqual([812, null, null])
    expect([entered?.tableKm, unknown?.tableKm]).toEqual([760, null])
  })

  it('has that of a district before that of its city', async () => {
    await add({ fromCode: '320508', toCode: '420102', km: 777 })
    const [narrow, wide] = await legs({ startArea: gusu, endArea: jiangan }, { startArea: suzhou, endArea: jiangan })
    expect([narrow?.distanceKm, wide?.distanceKm]).toEqual([777, 760])
  })
})
