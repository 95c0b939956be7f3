import { afterAll, beforeAll, expect, it } from 'vitest'
import { getFile, textsOf } from '#server/imports/testing.ts'
import type { BookPerson } from '#plugins/system/organisation-wire.ts'
import { organisationProduct } from '../testing-organisation.ts'

let world: Awaited<ReturnType<typeof organisationProduct>>
beforeAll(async () => {
  world = await organisationProduct()
})
afterAll(() => world?.product.close())

const page = (who: string, body: object = {}) =>
  world.product.as(who).post<{ total: number; records: BookPerson[] }>('/system/addressBook/page', body)
const found = async (body: object = {}, who = 'wang') => (await page(who, body)).data.records.map(({ id }) => id).toSorted()

it('is everybody’s, by page, unit and what is known of a person', async () => {
  expect(await found()).toEqual(['anna', 'keeper', 'li', 'wang'])
  expect((await page('wang', { size: 1, current: 2 })).data).toMatchObject({ total: 4, records: [expect.any(Object)] })
  expect(await found({ groupId: 'rd' })).toEqual(['keeper', 'li', 'wang'])
  expect(await found({ groupId: 'east', keyword: 'J-LI' })).toEqual(['li'])
  expect(await found({ keyword: 'zhong', groupId: 'sales' })).toEqual(['li'])
  expect(await found({ keyword: '%' })).toEqual([])
  expect((await page('wang', { keyword: 'li' })).data.records[0]).toMatchObject({ name: 'li中/li', department: '硬件组/Hardware',
    jobNumber: 'J-li', enable: true, departed: false })
})

it('shows those who left to whoever keeps accounts', async () => {
  expect((await page('wang', { departed: true })).code).toBe(403)
  expect(await found({ departed: true, groupId: 'sales' }, 'anna')).toEqual(['gone', 'li'])
})

it('is exported by whoever may', async () => {
  expect((await world.product.as('wang').get('/system/addressBook/export')).status).toBe(403)
  const token = (await world.product.as('anna').bearer()).replace('Bearer ', '')
  const { bytes } = await getFile(world.product.app, '/system/addressBook/export?departed=true&groupId=sales', token)
  const rows = await textsOf(bytes)
  expect(rows.map((row) => [row[0], row.at(-1)])).toEqual([['姓名', '状态'], ['li中', '在职'], ['gone中', '已离职']])
})
