import { expect, it } from 'vitest'
import { addressOf, tabOf, messageQuery } from './MessageCentrePage.tsx'

const queryOf = (filters: Record<string, string>) => messageQuery({ filters, current: 2, size: 30 })

it('an address is what the call is asked', () => {
  expect(queryOf({})).toEqual({ messageType: ['APPROVE', 'JOURNEY'], current: 2, size: 30 })
  expect(queryOf({ tab: 'commentAt', unread: '1', kind: 'mentioned', keyword: '报销', dates: '2026-11-01,2026-11-20' })).toEqual({
    messageType: ['COMMENT_AT'],
    current: 2,
    size: 30,
    read: false,
    kinds: ['mentioned'],
    keyword: '报销',
    dateRange: ['2026-11-01', '2026-11-20'],
  })
  expect(queryOf({ tab: 'nonsense', dates: '2026-11-01' })).toEqual({ messageType: ['APPROVE', 'JOURNEY'], current: 2, size: 30 })
})

it('a tab is found again by its address', () => {
  for (const name of ['approve', 'cc', 'comment', 'commentAt']) {
    const tab = tabOf({ filters: { tab: name } })
    expect([tab.name, tabOf({ filters: addressOf(tab) })]).toEqual([name, tab])
  }
})
