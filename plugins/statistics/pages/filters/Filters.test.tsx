import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { draw } from '#shell/form/testing.tsx'
import { queryOf } from '../../address.ts'
import { contractLedger } from '#plugins/contracts/statistics/pages.ts'
import { proposalTimeouts } from '#plugins/research/statistics/pages.ts'
import { Filters } from '../StatisticsPage.tsx'

const today = '2026-11-20'
const occurring = [{ value: 'Acme, Ltd.', name: 'Acme, Ltd.' }, { value: 'Zenith', name: 'Zenith' }]
const answers = {
  '/oaserver/statistics/contractLedger/values': ({ keyword }: { keyword?: string }) =>
    occurring.filter(({ name }) => name.toLowerCase().includes((keyword ?? '').toLowerCase())),
  '/system/groups/list': () => [],
  '/system/reference/department/find': () => [{ id: 'sz', name: '苏州/Suzhou', enabled: true }],
}

const filtered = vi.fn()

function Drawn({ start, page }: { readonly start: Readonly<Record<string, string>>; readonly page: StatisticsPage }) {
  const [filters, setFilters] = useState(start)
  const query = queryOf(page, { filters, current: 1, size: 20 }, today)
  return (
    <Filters page={page} query={query} filters={filters} today={today} onFilter={(next) => {
      filtered(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')))
      setFilters(next)
    }} />
  )
}

const open = (start: Readonly<Record<string, string>> = {}, page: StatisticsPage = contractLedger) =>
  draw(<Drawn start={start} page={page} />, answers)

beforeEach(() => filtered.mockClear())
afterEach(() => void vi.restoreAllMocks())

describe('a row of filters', () => {
  it('offers the counterparties that occur, asked for without the one that is chosen, and keeps their commas', async () => {
    const { user, call } = await open({ counterparty: 'Zenith' })
    await user.click(await screen.findByRole('combobox', { name: 'Counterparty' }))
    await user.click(await screen.findByTitle('Acme, Ltd.'))
    expect(filtered).toHaveBeenLastCalledWith({ counterparty: 'Zenith,Acme%2C Ltd.' })
    expect(call).toHaveBeenCalledWith('/oaserver/statistics/contractLedger/values',
      expect.objectContaining({ dimension: 'counterparty', filters: {} }), expect.anything())
  })
})

it('a filter that is not in use is added from a menu, and three ranges stand beside the others', async () => {
  const { user } = await open()
  expect(screen.queryByRole('combobox', { name: 'Counterparty' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Add filter' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Counterparty' }))
  expect(await screen.findByRole('combobox', { name: 'Counterparty' })).toBeInTheDocument()
  expect(screen.getAllByRole('radio').map(({ parentElement }) => parentElement?.textContent)).toEqual(['3M', 'This year', '5Y'])
  await user.click(screen.getByRole('button', { name: 'More ranges' }))
  await user.click(await screen.findByRole('menuitem', { name: '6M' }))
  expect(filtered).toHaveBeenLastCalledWith({ range: '6' })
})

describe('a filter of days late', () => {
  it('takes a step together with those behind it, and says so', async () => {
    const { user } = await open({ bucket: '3,4' }, proposalTimeouts)
    const late = await screen.findByRole('combobox', { name: 'Days late' })
    expect(screen.getByTitle('≥ 31 days late')).toBeVisible()
    await user.click(late)
    await user.click(await screen.findByTitle('≥ 8 days late'))
    expect(filtered).toHaveBeenLastCalledWith({ bucket: '2,3,4' })
  })
})

describe('on a phone', () => {
  beforeEach(() => void vi.spyOn(globalThis, 'matchMedia').mockImplementation(asPhone))

  it('one button counts the filters in use and opens the sheet; each stands beside it and is taken away there', async () => {
    const { user } = await open({ department: 'sz', counterparty: 'Acme%2C Ltd.,Zenith', range: '12' })
    const line = screen.getByRole('search')
    expect(screen.getByRole('button', { name: /Filter \(3\)/ })).toBeVisible()
    expect(await within(line).findByText(/Acme, Ltd\./)).toHaveTextContent('Acme, Ltd. +1')
    expect(within(line).getByText('1Y')).toBeVisible()
    await user.click(within(within(line).getByText(/Acme, Ltd\./)).getByRole('img'))
    expect(filtered).toHaveBeenLastCalledWith({ department: 'sz', range: '12' })
    await user.click(screen.getByRole('button', { name: /Filter \(2\)/ }))
    const sheet = await screen.findByRole('dialog')
    await user.click(within(sheet).getByText('3M'))
    await user.click(within(sheet).getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(filtered).toHaveBeenLastCalledWith({ department: 'sz', range: '3' }))
  })

  it('the sheet gives everything back', async () => {
    const { user } = await open({ period: '2026-01-07,2026-01-09' })
    expect(screen.getByText('2026-01-07 – 2026-01-09')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /Filter \(1\)/ }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(filtered).toHaveBeenLastCalledWith({}))
    expect(screen.getByText('5Y')).toBeVisible()
  })
})

const asPhone = (query: string) =>
  ({ matches: query.includes('767'), addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList
