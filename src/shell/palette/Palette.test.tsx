import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { draw } from '../form/testing.tsx'
import { Palette } from './Palette.tsx'

it('opens the first document with Enter, though it arrives after the actions', async () => {
  HTMLDialogElement.prototype.showModal ??= vi.fn<() => void>()
  let answer: (rows: readonly object[]) => void = () => undefined
  const found = new Promise<readonly object[]>((resolve) => {
    answer = resolve
  })
  const { user } = await draw(<Palette onClose={() => undefined} />, {
    '/system/menus/current': () => [], '/oaserver/businessType/listStartable': () => [],
    '/workflow/documents/found': () => found, '/system/users/list': () => [],
  })
  await user.type(await screen.findByRole('combobox', {}, { timeout: 20_000 }), 'cables')
  answer([{ procInstId: 'd1', businessNo: 'SY1', businessType: 'madeUpClaim', routeName: '', processName: '试用', processNameEn: 'Sample', title: '线缆', titleEn: 'Cables', state: 1, amount: null }])
  const first = await screen.findByRole('option', { name: /SY1/ })
  await waitFor(() => expect(first).toHaveAttribute('aria-selected', 'true'))
})
