import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { draw } from '#shell/form/testing.tsx'
import { DocumentLinkInput } from './DocumentLinkInput.tsx'

const record = (id: string, more: object = {}) => ({
  id,
  name: `Title ${id}`,
  enabled: true,
  parentId: `SY${id}`,
  businessNo: `SY${id}`,
  businessType: 'madeUpClaim',
  label: `Title ${id}`,
  description: 'Sample claim · Wei Wang · 2026-11-20',
  state: 4,
  starter: 'wang',
  starterName: '王伟/Wei Wang',
  period: null,
  amount: '100.00',
  remaining: '40.00',
  decimals: ['remaining'],
  claimedBy: null,
  ...more,
})

const field = { kind: 'documentLink', cn: '关联', en: 'Links', links: ['madeUpClaim'], binds: true, max: 2, claim: 'once',
  filter: 'option.remaining > 0' } as const

it('offers documents with what is left of them, says why one cannot be chosen, and keeps what was chosen', async () => {
  const onChange = vi.fn()
  const answers = {
    '/workflow/getProcess': () => ({
      records: [record('1'), record('2', { remaining: '0.00' }), record('3', { claimedBy: 'BX9' })],
      total: 3,
    }),
  }
  const { user, call } = await draw(<DocumentLinkInput id="links" field={field} value={[]} context={{}} onChange={onChange} />, answers)
  // the dialog is loaded on first use
  await act(() => user.click(screen.getByRole('button', { name: 'Choose documents' })))
  const dialog = within(await screen.findByRole('dialog'))
  const row = within((await dialog.findByRole('checkbox', { name: 'SY1 Title 1' })).closest('tr')!)
  expect(row.getByText('40.00', { exact: false })).toBeInTheDocument()
  expect(row.getByRole('link', { name: 'Open SY1 in a new tab' })).toHaveAttribute('target', '_blank')
  expect(dialog.getByRole('checkbox', { name: 'SY2 Title 2: Doesn’t meet the conditions here' })).toBeDisabled()
  expect(call.mock.calls.find(([path]) => path === '/workflow/getProcess')?.[1]).toEqual({ current: 1, size: 10, label: '',
    links: ['madeUpClaim'], linkStates: ['completed'], own: false })
  expect(dialog.getByRole('checkbox', { name: 'SY3 Title 3: Already claimed by BX9' })).toBeDisabled()
  await user.click(dialog.getByRole('checkbox', { name: 'SY1 Title 1' }))
  await user.click(dialog.getByRole('button', { name: 'Choose 1' }))
  await waitFor(() => expect(onChange).toHaveBeenCalledWith(['1']))
})
