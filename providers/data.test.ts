import { expect, it, vi } from 'vitest'
import { createData, pageBody } from './data.ts'

it('reaches a call by its path, with or without its first slash', async () => {
  const get = vi.fn(async () => ({ count: 2 }))
  const data = createData({ get } as never)
  for (const url of ['/company-cars/expired', 'company-cars/expired']) {
    expect(await data.custom!({ url, method: 'get', query: { day: '2026-11-27' } })).toEqual({ data: { count: 2 } })
    expect(get).toHaveBeenLastCalledWith('/company-cars/expired', { day: '2026-11-27' }, expect.anything())
  }
})

it('asks for both ends of a range at once, and refuses two conditions that one field cannot have', () => {
  const between = (from: string | null, to: string | null) => ({ current: 1, size: 20, day: [from, to] })
  expect(pageBody({}, [{ field: 'day', operator: 'gte', value: '2026-11-01' }])).toEqual(between('2026-11-01', null))
  expect(pageBody({}, [{ field: 'day', operator: 'gte', value: '2026-11-01' }, { field: 'day', operator: 'lte', value: '2026-11-30' }]))
    .toEqual(between('2026-11-01', '2026-11-30'))
  expect(
    pageBody({}, [{ operator: 'and', value: [{ field: 'day', operator: 'lte', value: '2026-11-30' }] }, { field: 'day', operator: 'gte',
      value: '' }]),
  ).toEqual(between(null, '2026-11-30'))
  expect(() =>
    pageBody({}, [{ field: 'day', operator: 'eq', value: '2026-11-01' }, { field: 'day', operator: 'lte', value: '2026-11-30' }])
  )
    .toThrow('one condition on "day"')
})
