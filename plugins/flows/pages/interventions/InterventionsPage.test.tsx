import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { InterventionRow } from '#approval/wire/intervention.ts'
import { keepPermissions } from '#providers/permissions.ts'
import { draw } from '#shell/form/testing.tsx'
import { InterventionsPage } from './InterventionsPage.tsx'

const person = (id: string, name: string) => ({ id, name, enable: true })
const row: InterventionRow = { id: '7', action: 'skip', state: 'waiting', document: 'd1', number: 'BX202611200001', type: 'claim',
  form: '费用报销/Expense claim', title: '王伟提交的费用报销', titleEn: 'Expense claim by Wei Wang', subject: '差旅',
  subjectEn: 'Trip to Dongguan', amount: '1200.00', initiator: person('wang', '王伟/Wei Wang'), step: { cn: '出纳', en: 'Cashier' },
  target: null, holder: person('he', '何雪/Xue He'), assignee: null, reason: 'The cashier is on leave',
  proposer: person('wei', '魏晨/Chen Wei'), proposedAt: '2026-11-20 09:00:00', expiresAt: '2026-11-27 09:00:00', endedBy: null,
  endedAt: null, answer: null, mayConfirm: true, mayWithdraw: false, confirmation: null }
const own: InterventionRow = { ...row, id: '8', mayConfirm: false, mayWithdraw: true,
  confirmation: { confirmers: [], candidates: [person('sun', '孙丽/Li Sun')] } }
const ended: InterventionRow = { ...row, id: '9', state: 'declined', mayConfirm: false, endedBy: person('sun', '孙丽/Li Sun'),
  endedAt: '2026-11-21 10:00:00', answer: 'She is back tomorrow' }
const answers = {
  '/workflow/intervention/page': ({ list }: { list?: string }) => {
    const records = list === 'mine' ? [own] : list === 'done' ? [ended] : [row]
    return { records, total: records.length }
  },
  '/workflow/intervention/confirm': () => ({ outcome: 'confirmed' }),
  '/workflow/intervention/decline': () => ({ outcome: 'declined' }),
  '/workflow/intervention/withdraw': () => ({ outcome: 'withdrawn' }),
}

beforeEach(() => keepPermissions({ permissions: ['workflow:intervention:confirm'] }))

const bodyOf = (call: { readonly mock: { readonly calls: readonly (readonly unknown[])[] } }, path: string) =>
  call.mock.calls.find(([each]) => each === path)?.[1]

it('says what would be done, by whom, why and until when, and confirms it after a question', async () => {
  const { user, call } = await draw(<InterventionsPage />, answers)
  expect(await screen.findByText('Skip “Cashier” (Xue He)')).toBeVisible()
  expect(screen.getByText('The cashier is on leave')).toBeVisible()
  expect(screen.getByText(/Proposed by Chen Wei, 2026-11-20 09:00 · Expires 2026-11-27 09:00/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(bodyOf(call, '/workflow/intervention/confirm')).toEqual({ id: '7' }))
})

it('shows their own alone to people who may propose and not confirm', async () => {
  keepPermissions({ permissions: ['abandoned'] })
  const { user, call } = await draw(<InterventionsPage />, answers)
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
  expect(bodyOf(call, '/workflow/intervention/page')).toMatchObject({ list: 'mine' })
  expect(screen.queryByRole('radio')).toBeNull()
})

it('says whether it would void a document in approval or a completed one', async () => {
  const records = [{ ...row, action: 'void', holder: null }, { ...row, id: '6', action: 'void', holder: null, step: { cn: '', en: '' } }]
  await draw(<InterventionsPage />, { ...answers, '/workflow/intervention/page': () => ({ records, total: 2 }) })
  expect(await screen.findByText('Void at “Cashier”: the document becomes invalid')).toBeVisible()
  expect(screen.getByText('Void the completed document: it becomes invalid, and its effect is undone')).toBeVisible()
})

it('is declined by the keys alone, with a reason', async () => {
  const { user, call } = await draw(<InterventionsPage />, answers)
  await screen.findByText('Skip “Cashier” (Xue He)')
  await user.keyboard('j')
  await user.keyboard('n')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Decline' })).toBeDisabled()
  await user.type(dialog.getByLabelText('Reason'), 'She is back tomorrow')
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(bodyOf(call, '/workflow/intervention/decline')).toEqual({ id: '7', reason: 'She is back tomorrow' }))
})

it('shows one’s own with who could be given the right, and the ended with their end', async () => {
  const { user, call } = await draw(<InterventionsPage />, answers)
  await user.click(await screen.findByText('Proposed by me'))
  expect(await screen.findByText(/Nobody can confirm it yet.*Li Sun/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(bodyOf(call, '/workflow/intervention/withdraw')).toEqual({ id: '8' }))
  await user.click(screen.getByText('Ended'))
  expect(await screen.findByText(/Li Sun, 2026-11-21 10:00 · She is back tomorrow/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
})

it('confirms all that are chosen, over pages, with one decision, and says what became of each document', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ ...row, id: `${100 + index}`, number: `BX${index}`, mayConfirm: index !== 59 }))
  const pages = ({ current, size }: { current: number; size: number }) => ({ records: many.slice((current - 1) * size, current * size),
    total: many.length })
  const outcomeOf = (id: string) =>
    id === '101'
      ? { id, outcome: null, why: { code: 'interventions.declined', parameters: {} } }
      : { id, outcome: id === '102' ? 'lapsed' : 'confirmed', why: null }
  const { user, call } = await draw(<InterventionsPage />, { ...answers, '/workflow/intervention/page': pages,
    '/workflow/intervention/decide': ({ ids }: { ids: readonly string[] }) => ids.map(outcomeOf) })
  await user.click(await screen.findByRole('button', { name: 'Choose all 60' }))
  expect(await screen.findByText('59 chosen')).toBeVisible()
  await user.click(within(screen.getByText('59 chosen').parentElement!).getByRole('button', { name: 'Confirm' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText('Skip step: 59')).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('57 confirmed and done')).toBeInTheDocument()
  const bodies = call.mock.calls.filter(([path]) => path === '/workflow/intervention/decide').map(([, body]) =>
    body as { ids: readonly string[]; bulk: string }
  )
  expect(bodies.map(({ ids }) => ids.length)).toEqual([50, 9])
  expect(new Set(bodies.map(({ bulk }) => bulk)).size).toBe(1)
  const outcomes = within(screen.getByRole('dialog'))
  expect(outcomes.getByText('BX1')).toHaveAttribute('href')
  expect(outcomes.getByText(/The document moved on/)).toBeInTheDocument()
  await user.click(outcomes.getByText('Close', { selector: 'button *' }))
  expect(screen.queryByText(/chosen/)).toBeNull()
})

it('chooses by the keys, and declines what is chosen with one reason', async () => {
  const { user, call } = await draw(<InterventionsPage />, { ...answers,
    '/workflow/intervention/decide': ({ ids }: { ids: readonly string[] }) => ids.map((id) => ({ id, outcome: 'declined', why: null })) })
  await screen.findByText('Skip “Cashier” (Xue He)')
  await user.keyboard('j')
  await user.keyboard('x')
  expect(screen.getByRole('checkbox', { name: 'Choose BX202611200001' })).toBeChecked()
  await user.keyboard('n')
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Reason'), 'Not needed')
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  expect(await screen.findByText('1 declined')).toBeInTheDocument()
  expect(bodyOf(call, '/workflow/intervention/decide')).toEqual({ decision: 'decline', reason: 'Not needed', ids: ['7'] })
})
