import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { canDesign, type DesignView } from '#kernel/flow/design.ts'
import { approve, defineFlow, initiator } from '#kernel/flow.ts'
import type { FlowRow } from '#kernel/flow/flow-version.ts'
import type { Permission } from '#kernel/permissions.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { keepPermissions } from '#providers/permissions.ts'
import { claim, draw } from '#shell/form/testing.tsx'
import { sourceOf } from '#shell/routing/declaration-source.ts'
import { canTerminal } from '#plugins/system/permissions.ts'
import { AddPage } from './designer/AddPage.tsx'
import { FlowsPage } from './FlowsPage.tsx'

const row: FlowRow = { key: claim.key, cn: '试用报销', en: 'Sample claim', group: { cn: '费用', en: 'Expenses' }, version: 4, by: null,
  at: '2026-11-20 09:00:00', hasOffer: false, state: 'published', drafts: 0, reason: '', prefix: 'SY', terminals: ['web', 'mini'],
  terminalVersion: 2, isLimited: false }
const flow = defineFlow([approve('first', initiator, { cn: '复核', en: 'Second look' })])
const design: DesignView = { key: claim.key, cn: '试用报销', en: 'Sample claim', state: 'published', current: 'h1', version: 4,
  movesMoney: false, isDesigned: false, filed: 0, versions: [], drafts: [], roles: [], roleScopes: [], owners: [], explanations: [],
  opinionFacts: [], parameters: [] }
const base = `/workflow/def/${claim.key}`
const answers = {
  '/workflow/def/page': () => ({ records: [row], total: 1 }),
  '/workflow/process/group/list': () => [{ id: 'finance', name: '费用', nameEn: 'Expenses' }],
  '/system/terminal': () => null,
  [`${base}/design`]: () => design,
  [`${base}/version/h1`]: () => ({ hash: 'h1', version: 4, content: 'c', flow, findings: [], found: {}, names: {} }),
  [`${base}/draft`]: () => ({ id: 'd1' }),
}
const permissionsOf = (permissions: readonly string[]) => keepPermissions({ permissions: permissions as readonly Permission[] })
afterEach(() => permissionsOf([]))

const sent = (call: Awaited<ReturnType<typeof draw>>['call'], path: string) =>
  call.mock.calls.filter(([called]) => called === path).map(([, body]) => body)

it('finds flows by group, state and terminal, and changes the terminals of a form', async () => {
  permissionsOf([canTerminal.edit])
  const { user, call } = await draw(<FlowsPage />, answers, '/approval-process?group=finance&state=published&terminal=mini')
  await screen.findByRole('link', { name: 'Open the flow of Sample claim' }, { timeout: 60_000 })
  expect(sent(call, '/workflow/def/page')).toContainEqual(
    expect.objectContaining({ group: 'finance', state: 'published', terminal: 'mini' }),
  )
  await user.click(screen.getByRole('button', { name: 'Terminals of Sample claim' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('checkbox', { name: 'Mini-program' }))
  expect(dialog.getByRole('checkbox', { name: 'Web' })).toBeDisabled()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(call, '/system/terminal')).toEqual([{ businessType: claim.key, terminal: ['web'], version: 2 }]))
})

it('begins a draft step by step, with the rules of the flow and the terminals of its form', async () => {
  permissionsOf([...Object.values(canDesign), canTerminal.edit])
  const declarations = async () => sourceOf([definePlugin({ id: 'sample', forms: [claim], locales: { cn: {}, en: {} } })])
  const { user, call } = await draw(<AddPage />, answers, `/approval-add?id=${claim.key}`, { declarations })
  const next = async () => {
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Next' }))
  }
  expect(await screen.findByText('SY', {}, { timeout: 60_000 })).toBeInTheDocument()
  await next()
  await next()
  const urge = await screen.findByRole('spinbutton', { name: 'Minutes between reminders' })
  await user.clear(urge)
  await user.type(urge, '5')
  await next()
  await user.click(screen.getByRole('checkbox', { name: 'Mini-program' }))
  await user.click(screen.getByRole('button', { name: 'Create the draft' }))
  await waitFor(() => expect(sent(call, `${base}/draft`)).toMatchObject([{ flow: { steps: flow.steps, settings: { urgeMinutes: 5 } } }]))
  expect(sent(call, '/system/terminal')).toEqual([{ businessType: claim.key, terminal: ['web'], version: 2 }])
})

it('begins a draft with the flow of another form', async () => {
  permissionsOf(Object.values(canDesign))
  const declarations = async () => sourceOf([definePlugin({ id: 'sample', forms: [claim], locales: { cn: {}, en: {} } })])
  const copied = defineFlow([approve('copied', initiator, { cn: '确认', en: 'Confirmation' })])
  const file = { format: 'flow' }
  const { user, call } = await draw(<AddPage />, { ...answers,
    '/workflow/def/page': () => ({ records: [row, { ...row, key: 'other', en: 'Other form' }], total: 2 }),
    '/workflow/def/other/export': () => file, [`${base}/import`]: () => ({ flow: copied, unknown: [], findings: [] }) },
    `/approval-add?id=${claim.key}`, { declarations })
  await screen.findByText('SY', {}, { timeout: 60_000 })
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await user.click(screen.getByRole('radio', { name: 'Another flow' }))
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled()
  await user.click(await screen.findByRole('combobox', { name: 'Flow to copy' }))
  await user.click(await screen.findByText('Other form'))
  await waitFor(() => expect(sent(call, `${base}/import`)).toEqual([{ file, mapping: {} }]))
  for (const _ of [1, 2]) {
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Next' }))
  }
  await user.click(await screen.findByRole('button', { name: 'Create the draft' }))
  await waitFor(() => expect(sent(call, `${base}/draft`)).toMatchObject([{ flow: { steps: copied.steps } }]))
})
