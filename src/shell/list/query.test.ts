import { describe, expect, it } from 'vitest'
import { bodyOf, documentFilters, documentLists } from '../documents/lists.ts'
import { readQuery, writeQuery } from './query.ts'

const read = (search: string) => readQuery(new URLSearchParams(search), ['keyword', 'type', 'departments', 'state', 'dates'])

const foreign = 'from=from_copylink&isappinstalled=0&utm_source=mail&ddtab=true&pageSize=100000&columnsx=1&current=abc'

describe('the address of a list', () => {
  it('reproduces the list', () => {
    const search = 'keyword=样机&type=a%2Cb&current=3&size=40&sort=-createTime'
    const query = read(search)
    expect(query).toEqual({ filters: { keyword: '样机', type: 'a,b' }, current: 3, size: 40, sort: { column: 'createTime', asc: false } })
    expect(readQuery(writeQuery(query))).toEqual(query)
  })

  it('leaves defaults out', () => {
    expect(String(writeQuery({ filters: { keyword: '' }, current: 1, size: 20 }))).toBe('')
  })

  it('grows in steps, as far as one answer holds', () => {
    expect(['size=60', 'size=200', 'size=70', 'size=220'].map((search) => read(search).size)).toEqual([60, 200, 20, 20])
  })

  it.each(['pageSize=100000', 'size=100000', 'utm_source=mail', 'ddtab=true', 'current=0', 'current=-2', 'current=x', 'size=7',
    'size=1000'])('reads nonsense (%s) as the default', (search) => {
      expect(read(search)).toEqual({ filters: {}, current: 1, size: 20 })
    })
})

describe('the body of a document list', () => {
  it.each([...documentLists.map(({ path }) => path), '/reimbursement-list'])('of %s asks nothing that a link brought along', () => {
    const asked = (search: string) => bodyOf(readQuery(new URLSearchParams(search), documentFilters))
    expect(asked(foreign)).toEqual(asked(''))
    expect(asked(`${foreign}&state=x&dates=2026-11-05,soon`)).toEqual(asked(''))
    expect(asked(`${foreign}&keyword=a&columns.amount=1,2&quick=overdue`)).toEqual({ current: 1, size: 20, keyword: 'a', overdue: true,
      columns: { amount: '1,2' } })
  })

  it('is bounded to pages that the calls answer', () => expect(read('current=1e9').current).toBe(10_000))

  it('holds what the address says, in the words of the call', () => {
    const query = read('keyword=x&type=a,b&departments=d1&state=4&dates=2026-10-01,2026-11-20&sort=amount')
    expect(bodyOf(query)).toEqual({
      current: 1,
      size: 20,
      keyword: 'x',
      businessType: ['a', 'b'],
      departments: ['d1'],
      state: 4,
      dateRange: ['2026-10-01', '2026-11-20'],
      orders: [{ column: 'amount', asc: true }],
    })
  })
})
