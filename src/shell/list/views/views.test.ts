import { expect, it } from 'vitest'
import { readQuery } from '../query.ts'
import { addressOf, isChanged, keptQuery } from './views.ts'

const read = (search: string) => readQuery(new URLSearchParams(search))

it('a view keeps filters and order, neither the page nor itself', () => {
  expect(keptQuery(read('state=1&current=3&size=40&sort=-amount&view=v1'))).toBe('state=1&sort=-amount')
  expect(read('view=v1')).toEqual({ filters: {}, current: 1, size: 20, view: 'v1' })
})

it('is changed by other filters or another order, not by turning pages', () => {
  const view = { query: 'state=1&sort=-amount' }
  expect(['state=1&sort=-amount&current=2&view=v', 'state=1&view=v', 'state=4&sort=-amount'].map((search) => isChanged(view, read(search))))
    .toEqual([false, true, true])
})

it('has an address', () => {
  expect([addressOf('/todo', { id: 'v', query: '' }), addressOf('/todo', { id: 'v', query: 'state=1' })]).toEqual(['/todo?view=v',
    '/todo?state=1&view=v'])
})
