import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw } from '#shell/form/testing.tsx'
import type { LedgerEntry } from '../wire.ts'
import { EntryTable } from './LedgerPanel.tsx'

const entry = (id: string, change: string, balance: string): LedgerEntry => ({ id, month: 2, entryType: 'SPEND', expenseCategoryId: 'c',
  businessType: 'opening', businessNo: null, procInstId: null, title: null, titleEn: null, reason: null, operator: 'wang',
  happenTime: '2026-02-19 17:00:00', change, balance })

const show = (...entries: readonly LedgerEntry[]) =>
  draw(<EntryTable entries={entries} planned={undefined} isOneMonth isOneCategory />, { '/system/user/selector/getByIds': () => [] })

it('shows cents of every amount where one has some, so that figures stand below each other', async () => {
  await show(entry('2', '-2115', '97885'), entry('1', '-1774.5', '100000'))
  expect(await screen.findByText('−2,115.00')).toBeVisible()
  expect(screen.getByText('−1,774.50')).toBeVisible()
  expect(screen.getByText('100,000.00')).toBeVisible()
})

it('shows no cents where there are none', async () => {
  await show(entry('1', '-2115', '97885'))
  expect(await screen.findByText('−2,115')).toBeVisible()
})
