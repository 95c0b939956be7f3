import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { draw } from '#shell/form/testing.tsx'
import type { PostingReconciliation } from '../wire.ts'
import { ReconciliationPage } from './ReconciliationPage.tsx'

const answer: PostingReconciliation = { same: 12, unanswered: ['采购信息记录/Info record'], differences: [
  { kind: 'onlyThere', form: '领料单/Material requisition', what: '发料过账/Goods movement', system: 'SAP', type: 'materialRequisition',
    reference: 'LLSQ202611200009-1-issue', ours: null, theirs: ['4900000009/2026'], document: null, number: null },
  { kind: 'otherNumber', form: '领料单/Material requisition', what: '发料过账/Goods movement', system: 'SAP', type: 'materialRequisition',
    reference: 'LLSQ202611200001-1-issue', ours: '4900000001/2026', theirs: ['4900000002/2026'], document: 'd1',
    number: 'LLSQ202611200001' },
] }

it('shows what only one side has, and what did not answer', async () => {
  await draw(<ReconciliationPage />, { '/workflow/posting/reconcile': () => answer })
  expect(await screen.findByText('In SAP only')).toBeVisible()
  expect(await screen.findByText(/12 lines match/)).toHaveTextContent('12 lines match · No answer for: Info record')
  const other = screen.getByText('Different numbers').closest('tr')!
  expect(within(other).getByRole('link', { name: 'LLSQ202611200001' })).toBeVisible()
  expect(within(other).getByText('4900000002/2026')).toBeVisible()
})

it('says that both sides match', async () => {
  await draw(<ReconciliationPage />, { '/workflow/posting/reconcile': () => ({ same: 1, unanswered: [], differences: [] }) })
  expect(await screen.findByText('Both sides match')).toBeVisible()
  expect(screen.getByText('1 line matches')).toBeVisible()
})

it('names each difference in a row of its own on a phone', async () => {
  const media = vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
    ({ matches: query.includes('max-width: 767px'), media: query, addEventListener: () => undefined, removeEventListener: () =>
      undefined }) as unknown as MediaQueryList
  )
  await draw(<ReconciliationPage />, { '/workflow/posting/reconcile': () => answer })
  const row = within((await screen.findByText('Different numbers')).closest('li')!)
  expect(row.getByRole('link', { name: 'LLSQ202611200001' })).toBeVisible()
  expect(row.getByText('4900000002/2026')).toBeVisible()
  media.mockRestore()
})
