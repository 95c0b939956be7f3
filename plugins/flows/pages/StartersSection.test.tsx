import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { FlowView } from '#kernel/flow/flow-version.ts'
import { draw } from '#shell/form/testing.tsx'
import { StartersSection } from './StartersSection.tsx'

const flow: FlowView = { key: 'loan', cn: '借阅', en: 'Loan', group: { cn: '行政', en: 'General' }, version: 2, by: null,
  at: '2026-11-20 09:00:00', hasOffer: false, current: 'h2', shipped: 'h1', nodes: [], offer: null, history: [],
  settings: { dedupe: 'none', emptyApprover: 'refuse', initiatorApprover: 'self', resumeMode: 'direct', urgeMinutes: 30,
    starters: { departments: ['d1'], roles: ['accountant'], people: ['wang'] } },
  roles: [{ key: 'accountant', name: '会计/Accountant' }, { key: 'cashier', name: '出纳/Cashier' }],
  names: { d1: '工厂/Works', wang: '王伟/Wei Wang' } }

it('says who may start documents, and publishes others', async () => {
  const { user, call, notify } = await draw(<StartersSection flow={flow} />, {
    '/workflow/def/loan': () => true,
    '/system/reference/department/find': () => [{ id: 'd1', name: '工厂/Works', enabled: true }],
    '/system/reference/department/page': () => ({ records: [], total: 0 }),
    '/system/reference/person/page': () => ({ records: [], total: 0 }),
  })
  expect(screen.getByText('Departments: Works; or Roles: Accountant; or People: Wei Wang')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Edit Who may start' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('combobox', { name: 'Roles' }))
  await user.click(await screen.findByTitle('Cashier'))
  await user.click(dialog.getByRole('button', { name: 'Save and publish' }))
  await waitFor(() => expect(notify).toHaveBeenCalledWith({ kind: 'success', text: 'Published. New documents follow it' }))
  expect(call.mock.calls.find(([path]) => path === '/workflow/def/loan')?.[1]).toEqual({ current: 'h2', nodes: {},
    settings: { ...flow.settings, starters: { departments: ['d1'], roles: ['accountant', 'cashier'], people: ['wang'] } } })
})
