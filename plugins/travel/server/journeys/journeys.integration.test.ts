import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { todayOf } from '#kernel/values/dates.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { filing } from '#plugins/forms/server/contract-filing.ts'
import { beijing, leg, lessRisky, shanghai, suzhou, trip } from '#plugins/travel/types/testing.ts'
import { saveRisk } from '#plugins/system/server/public-api.ts'
import type { Journey, TeamWeek } from '../../journeys/journey-wire.ts'
import { journeyReminders, journeyRisks } from './notifications.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
})
afterAll(() => product?.close())

const path = '/oaserver/journeyRecord'
const page = async (by: string, body: object = {}) =>
  (await product.as(by).post<{ records: Journey[]; total: number }>(`${path}/page`, body)).data
const byHand = (more: object = {}, times: readonly [string, string] = ['2026-12-10 08:00:00', '2026-12-10 10:00:00']) => ({
  segments: [{ startArea: suzhou, endArea: shanghai, departTime: times[0], arriveTime: times[1], transport: '2', fare: '39.50', ...more }],
})
const add = (by: string, body: object) => product.as(by).post<string>(path, body)

const changes = () =>
  product.database.db.selectFrom('message').select(['recipient', 'content', 'params']).where('kind', '=', 'journeyChanged').orderBy('id')
    .execute()

describe('a journey that is entered by hand', () => {
  it('is added, read, changed and taken away by its traveller, and by nobody else', async () => {
    const { code, data: id } = await add('quality', { ...byHand(), companions: ['u-yangfan'], remark: '看展' })
    expect(code).toBe(200)
    expect((await product.as('quality').get<Journey>(`${path}/${id}`)).data).toMatchObject({
      travellerId: 'u-quality',
      travellerName: '曹颖/Ying Cao',
      departTime: '2026-12-10 08:00:00',
      journeyType: '1',
      state: 'upcoming',
      riskLevel: 'none',
      own: true,
      segments: [{ startingAreaCode: suzhou, destinationAreaCode: shanghai, transport: '2', fare: '39.50' }],
    })
    expect((await product.as('yangfan').get<Journey>(`${path}/${id}`)).data).toMatchObject({ own: false })
    const change = { ...byHand({}, ['2026-12-11 08:00:00', '2026-12-11 10:00:00']), id, version: 0 }
    for (const stranger of ['yangfan', 'sales']) expect((await product.as(stranger).put(path, change)).status).toBe(404)
    expect((await product.as('sales').get(`${path}/${id}`)).status).toBe(404)
    expect(await product.as('quality').put(path, change)).toMatchObject({ code: 200 })
    expect((await product.as('quality').put(path, change)).code).toBe(42007)
    expect((await page('quality', { from: '2026-12-11', to: '2026-12-11' })).total).toBe(1)
    expect((await product.as('sales').delete(`${path}/${id}`)).status).toBe(404)
    expect(await product.as('quality').delete(`${path}/${id}`)).toMatchObject({ code: 200 })
    expect((await page('quality')).total).toBe(0)
  })

  it.each([
    ['that arrives before it departs', byHand({}, ['2026-12-10 10:00:00', '2026-12-10 10:00:00']), 'segments.0.arriveTime',
      '出发时间必须早于到达时间'],
    ['to where it began', byHand({ endArea: suzhou }), 'segments.0.endArea', '目的地不能与出发地相同'],
    ['to a city of another province', byHand({ endArea: ['310000', '320500'] }), 'segments.0.endArea', '请选择有效的地区'],
    ['whose periods overlap', { segments: [...byHand().segments, ...byHand({}, ['2026-12-10 09:59:59', '2026-12-10 12:00:00']).segments] },
      'segments.1.departTime', '行程时间不能重叠'],
  ])('%s is refused at its field', async (_, body, name, message) => {
    expect(await add('quality', body)).toMatchObject({ code: 42009, data: { fields: [{ name, message }] } })
  })

  it('may land before it left, by the clocks of two places', async () => {
    const { code, data: id } = await add('quality',
      byHand({ startArea: shanghai, endArea: ['US'], transport: '1' }, ['2026-12-12 20:55:00', '2026-12-12 17:40:00']))
    expect(code).toBe(200)
    expect(await product.as('quality').delete(`${path}/${id}`)).toMatchObject({ code: 200 })
  })

  it('may touch the one before', async () => {
    const { code, data: id } = await add('quality', {
      segments: [...byHand().segments, ...byHand({}, ['2026-12-10 10:00:00', '2026-12-10 12:00:00']).segments],
    })
    expect(code).toBe(200)
    await product.as('quality').delete(`${path}/${id}`)
  })
})

describe('the week of a unit', () => {
  const day = todayOf(today)
  const week = async (by: string) => (await product.as(by).get<TeamWeek | null>(`${path}/teamWeek`)).data

  it('tells who heads it, and nobody else, which of its people are away and when', async () => {
    const before = await week('head')
    expect(before).toMatchObject({ unit: '研发中心/R&D Centre', today: day })
    expect(before?.days).toHaveLength(7)
    expect(before?.days).toContain(day)
    expect(await week('employee')).toBeNull()

    const away = async (by: string) => (await add(by, byHand({}, [`${day} 08:00:00`, `${day} 18:00:00`]))).data
    const [inside, outside] = [await away('employee'), await away('buyer')]
    const after = await week('head')
    expect(after?.absences.filter(({ id }) => !before?.absences.some((known) => known.id === id))).toMatchObject([{ id: inside,
      travellerName: '王伟/Wei Wang', from: day, to: day, destination: shanghai }])
    expect(after?.awayToday).toBe((before?.awayToday ?? 0) + 1)
    await product.as('employee').delete(`${path}/${inside}`)
    await product.as('buyer').delete(`${path}/${outside}`)
    expect(await week('head')).toEqual(before)
  })
})

describe('a completed trip', () => {
  it('is a journey of everybody on it, with the risk of its places, until it is taken back', async () => {
    const trips = filing(product, { key: 'businessTrip' })
    const legs = [leg(suzhou, lessRisky, ['12-01 08:00', '12-01 13:00']), leg(lessRisky, suzhou, ['12-03 15:00', '12-03 20:00'])]
    const id = await trips.file('quality', trip({ itinerary: legs, companions: ['u-employee'] }))
    expect((await page('quality')).total).toBe(0)
    const picked = await product.as('quality').post<{ records: { id: string; journeyJson: string; riskLevel: string }[] }>(
      '/workflow/getProcess',
      { current: 1, size: 10, label: '', links: ['businessTrip'], linkStates: ['inApproval'], own: true },
    )
    const listed = picked.data.records.find((record) => record.id === id)
    expect(listed).toMatchObject({ riskLevel: 'middle' })
    expect(JSON.parse(String(listed?.journeyJson))).toMatchObject([
      { startingAreaCode: suzhou, destinationAreaCode: lessRisky, startingRiskLevel: 'none', destinationRiskLevel: 'middle',
        departTime: '2026-12-01 08:00:00', transport: '2' },
      { startingAreaCode: lessRisky, destinationAreaCode: suzhou, departTime: '2026-12-03 15:00:00' },
    ])
    await trips.passThrough(id)
    const { records: [own] } = await page('quality', { state: 'upcoming', riskLevel: 'middle', journeyTypes: ['2'] })
    expect(own).toMatchObject({
      businessKey: id,
      businessType: 'businessTrip',
      companions: ['u-employee'],
      oneWay: false,
      own: false,
      riskLevel: 'middle',
      departTime: '2026-12-01 08:00:00',
      arriveTime: '2026-12-03 20:00:00',
      segments: [{ startingRiskLevel: 'none', destinationRiskLevel: 'middle' }, { startingRiskLevel: 'middle',
        destinationRiskLevel: 'none' }],
    })
    const { records: [theirs] } = await page('employee')
    expect(theirs).toMatchObject({ travellerId: 'u-employee', businessNo: own?.businessNo })
    expect(await product.as('quality').delete(`${path}/${own?.id}`)).toMatchObject({ code: 42009,
      msg: expect.stringContaining(String(own?.businessNo)) as unknown })
    expect((await page('sales', { mine: false })).total).toBe(0)
    expect((await page('admin', { mine: false })).total).toBe(2)
    await trips.revoke('quality', id)
    expect([(await page('quality')).total, (await page('employee')).total]).toEqual([0, 0])
    expect((await changes()).at(-1)).toEqual({ recipient: 'u-employee', content: '您的行程已变更：苏州市至防城港市，2026-12-01 08:00出发',
      params: { urlPage: '/my-trips' } })
  })
})

describe('a journey to come', () => {
  it('that changes is told to who was asked along, and to who is', async () => {
    const { data: id } = await add('quality', { ...byHand(), companions: ['u-yangfan', 'u-employee'] })
    const changeCount = (await changes()).length
    await product.as('quality').put(path, { ...byHand({}, ['2026-12-12 08:00:00', '2026-12-12 10:00:00']), companions: ['u-yangfan'], id,
      version: 0 })
    await product.as('quality').delete(`${path}/${id}`)
    const notification = (recipient: string, day: string, urlPage: string) => ({ recipient,
      content: `您的行程已变更：苏州市至上海市，2026-12-${day} 08:00出发`, params: { urlPage } })
    expect((await changes()).slice(changeCount)).toEqual([notification('u-yangfan', '12', `/travel-detail?id=${id}`),
      notification('u-employee', '10', '/my-trips'), notification('u-yangfan', '12', '/my-trips')])
  })

  it('is told a day before, once; and when the risk of its places has risen', async () => {
    const { composition: { host }, database: { db } } = product
    const { data: id } = await add('employee', byHand({}, ['2026-11-21 08:00:00', '2026-11-21 10:00:00']))
    const work = { host, db, at: today, signal: new AbortController().signal }
    for (let time = 0; time < 2; time += 1) await journeyReminders.run(work)
    await saveRisk(db, { level: 'MIDDLE', area: ['310000', '310100', '310115'], since: '2026-11-01', by: 'u-admin', at: new Date() })
    for (let time = 0; time < 2; time += 1) await journeyRisks.run(work)
    const notifications = await db.selectFrom('message').select(['kind', 'content', 'en_content', 'params']).where('recipient', '=',
      'u-employee').where('kind', 'in', [
        'journeySoon',
        'journeyRisk',
      ]).orderBy('id').execute()
    expect(notifications).toEqual([
      { kind: 'journeySoon', content: '苏州市至上海市的行程将于2026-11-21 08:00出发',
        en_content: 'Your trip from Suzhou to Shanghai departs 2026-11-21 08:00', params: { urlPage: `/travel-detail?id=${id}` } },
      { kind: 'journeyRisk', content: '苏州市至上海市的行程（2026-11-21 08:00出发）风险等级升为中风险',
        en_content: 'Your trip from Suzhou to Shanghai, departing 2026-11-21 08:00, is now at Medium risk',
        params: { urlPage: `/travel-detail?id=${id}` } },
    ])
    expect((await product.as('employee').get<Journey>(`${path}/${id}`)).data).toMatchObject({ riskLevel: 'middle',
      segments: [{ startingRiskLevel: 'none', destinationRiskLevel: 'middle' }] })
  })
})

describe('places', () => {
  it('offer the provinces first, and then the other countries', async () => {
    const { data } = await product.as('quality').post<{ records: { id: string }[] }>('/system/reference/cascader/page', { size: 200,
      context: { parent: null } })
    const ids = data.records.map(({ id }) => id)
    expect(ids.slice(0, 2)).toEqual(['110000', '120000'])
    expect(ids).toEqual(expect.arrayContaining(['810000', 'JP', 'DE']))
    expect(ids).not.toEqual(expect.arrayContaining(['CN']))
    expect(beijing[0]).toBe(ids[0])
  })
})
