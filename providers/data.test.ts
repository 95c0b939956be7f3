import { expect, it, vi } from 'vitest'
import { createData } from './data.ts'

it('reaches a call by its path, with or without its first slash', async () => {
  const get = vi.fn(async () => ({ count: 2 }))
  const data = createData({ get } as never)
  for (const url of ['/company-cars/expired', 'company-cars/expired']) {
    expect(await data.custom!({ url, method: 'get', query: { day: '2026-11-27' } })).toEqual({ data: { count: 2 } })
    expect(get).toHaveBeenLastCalledWith('/company-cars/expired', { day: '2026-11-27' }, expect.anything())
  }
})
