import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { draw } from '#shell/form/testing.tsx'
import { expense } from '#plugins/expenses/statistics/pages.ts'
import type { ReportsAnswer } from '../../wire.ts'
import { ReportsDialog } from './ReportsDialog.tsx'

const reports = '/oaserver/statistics/reports'
const kept: ReportsAnswer[number] = { id: 'r1', view: 'v1', viewName: 'By month', frequency: 'weekly', people: ['wang'],
  sentAt: '2026-11-23 08:00:00', isSending: false }
const view = (id: string, name: string) => ({ id, name, query: '', columns: null, role: null, ownerName: null, own: true })

async function open(views = [view('v1', 'By month'), view('v2', 'This year')]) {
  const saved = vi.fn<(body: unknown) => unknown>(() => null)
  const dialog = <ReportsDialog page={expense} query={{ filters: { range: '3' }, current: 1, size: 20 }} onClose={() => undefined} />
  const drawn = await draw(dialog, { [reports]: (body: { people?: unknown }) => (body.people ? saved(body) : [kept]),
    '/oaserver/listViews': () => views, [`${reports}/r1`]: saved })
  await screen.findByText('By month')
  return { ...drawn, saved }
}

it('changes a subscription in place: its view, its schedule, its recipients', async () => {
  const { user, call } = await open()
  await user.click(screen.getByRole('button', { name: 'Edit By month' }))
  const dialog = (await screen.findByText('Edit subscription')).closest<HTMLElement>('[role="dialog"]')!
  expect(await within(dialog).findByTitle('Every Monday')).toBeDefined()
  await user.click(within(dialog).getByRole('combobox', { name: 'Schedule' }))
  await user.click(await screen.findByTitle('Every day'))
  await user.click(within(dialog).getByRole('combobox', { name: 'View' }))
  await user.click(await screen.findByTitle('This year'))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(`${reports}/r1`, { view: 'v2', frequency: 'daily', people: ['wang'] }, expect.anything())
  )
  await waitFor(() => expect(screen.queryByText('Edit subscription')).toBeNull())
})

it('offers to undo what was removed', async () => {
  const { user, notify, saved } = await open()
  await user.click(screen.getByRole('button', { name: 'Remove By month' }))
  await waitFor(() => expect(notify).toHaveBeenCalledWith(expect.objectContaining({ text: 'Subscription “By month” removed' })))
  saved.mockClear()
  notify.mock.lastCall?.[0].undo?.()
  await waitFor(() => expect(saved).toHaveBeenCalledWith({ view: 'v1', frequency: 'weekly', people: ['wang'] }))
})

it('begins a new subscription with whoever makes it among its recipients', async () => {
  const { user, saved } = await open()
  await user.click(screen.getByRole('button', { name: 'Add subscription' }))
  const dialog = (await screen.findAllByText('Add subscription')).at(-1)!.closest<HTMLElement>('[role="dialog"]')!
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.objectContaining({ people: ['wang'] })))
})

it('names the fields that are still empty, and sends nothing', async () => {
  const { user, saved } = await open([])
  await user.click(screen.getByRole('button', { name: 'Add subscription' }))
  const dialog = (await screen.findAllByText('Add subscription')).at(-1)!.closest<HTMLElement>('[role="dialog"]')!
  await user.clear(within(dialog).getByRole('textbox'))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText(/^Please enter /)).toBeDefined()
  expect(saved).not.toHaveBeenCalled()
})
