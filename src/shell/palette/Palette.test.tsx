import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { draw } from '../form/testing.tsx'
import { Palette } from './Palette.tsx'

const startable = [{ groupName: '财务', groupNameEn: 'Finance',
  items: [{ businessType: 'madeUpClaim', name: '试用', nameEn: 'Sample claim', pinyin: 'shiyong sy' }] }]

const filed = { procInstId: 'd1', businessNo: 'SY1', businessType: 'madeUpClaim', routeName: '', processName: '试用',
  processNameEn: 'Sample', title: '线缆', titleEn: 'Cables', state: 1, amount: null }

it('opens the first document with Enter, though it arrives after the actions', async () => {
  HTMLDialogElement.prototype.showModal ??= vi.fn<() => void>()
  let answer: (rows: readonly object[]) => void = () => undefined
  const found = new Promise<readonly object[]>((resolve) => {
    answer = resolve
  })
  const { user } = await draw(<Palette onClose={() => undefined} />, {
    '/system/menus/current': () => [],
    '/workflow/getHomeFunction': () => startable,
    '/workflow/documents/found': () => found,
    '/system/users/list': () => [],
  })
  await user.type(await screen.findByRole('combobox', {}, { timeout: 20_000 }), 'cables')
  answer([filed])
  const first = await screen.findByRole('option', { name: /SY1/ })
  await waitFor(() => expect(first).toHaveAttribute('aria-selected', 'true'))
})

it.each([['sy', /^(试用|Sample claim)/], ['s', /SY1/]])('a process whose name %j is starts with Enter; a part of it opens what was filed',
  async (keyword, chosen) => {
    HTMLDialogElement.prototype.showModal ??= vi.fn<() => void>()
    const { user } = await draw(<Palette onClose={() => undefined} />, {
      '/system/menus/current': () => [],
      '/workflow/getHomeFunction': () => startable,
      '/workflow/documents/found': () => [filed],
      '/system/users/list': () => [],
    })
    await user.type(await screen.findByRole('combobox', {}, { timeout: 20_000 }), keyword)
    await screen.findByRole('option', { name: /SY1/ })
    await waitFor(() => expect(screen.getByRole('option', { selected: true })).toHaveAccessibleName(chosen))
  })

it('opens the first document once it is found, where Enter comes before it', async () => {
  HTMLDialogElement.prototype.showModal ??= vi.fn<() => void>()
  let answer: (rows: readonly object[]) => void = () => undefined
  const found = new Promise<readonly object[]>((resolve) => {
    answer = resolve
  })
  const closed = vi.fn<() => void>()
  const { user } = await draw(<Palette onClose={closed} />, {
    '/system/menus/current': () => [],
    '/workflow/getHomeFunction': () => startable,
    '/workflow/documents/found': () => found,
    '/system/users/list': () => [],
    '/workflow/tasks/myApply': () => ({ records: [] }),
  })
  await user.type(await screen.findByRole('combobox', {}, { timeout: 20_000 }), 'cables{Enter}')
  expect(closed).not.toHaveBeenCalled()
  answer([filed])
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
})

it('ends when the browser closes its frame without asking', async () => {
  HTMLDialogElement.prototype.showModal ??= vi.fn<() => void>()
  const closed = vi.fn<() => void>()
  await draw(<Palette onClose={closed} />, { '/system/menus/current': () => [], '/workflow/getHomeFunction': () => [] })
  await screen.findByRole('combobox', {}, { timeout: 20_000 })
  document.querySelector('dialog')?.dispatchEvent(new Event('close'))
  expect(closed).toHaveBeenCalledOnce()
})
