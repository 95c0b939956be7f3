import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw } from '#shell/form/testing.tsx'
import { ReturnedDocuments } from './HandOverDialog.tsx'

const person = { id: 'gone', name: '赵离/Li Zhao' }
const records = [{ id: 'd1-1-1-start-0', name: '费用报销/Expense claim', detail: 'BX1 发起/BX1 Start',
  path: '/expense/detail?procInstId=d1', document: 'd1' }]
const answers = { '/system/org/people/gone/usages/page': () => ({ records, total: 1 }), '/workflow/admin/forceEnd': () => ({ state: 2 }) }

it('lists what only the person could change, and ends one with the reason after a question', async () => {
  const { user, call } = await draw(<ReturnedDocuments person={person} comment=" left " />, answers, '/system/org')
  expect((await screen.findByRole('link', { name: 'Expense claim' })).getAttribute('href')).toBe('/expense/detail?procInstId=d1')
  await user.click(screen.getByRole('button', { name: 'Force end Expense claim BX1 Start' }))
  expect(call).not.toHaveBeenCalledWith('/workflow/admin/forceEnd', expect.anything(), expect.anything())
  await user.click(await screen.findByRole('button', { name: 'Force end' }))
  expect(await screen.findByText('Ended')).toBeTruthy()
  expect(call.mock.calls.find(([path]) => path === '/workflow/admin/forceEnd')?.[1]).toEqual({ procInstId: 'd1', comment: 'left' })
})

it('asks for the reason first', async () => {
  const { user } = await draw(<ReturnedDocuments person={person} comment="" />, answers, '/system/org')
  await user.click(await screen.findByRole('button', { name: 'Force end Expense claim BX1 Start' }))
  expect(screen.getByRole('alert').textContent).toBe('Enter a reason first')
})
