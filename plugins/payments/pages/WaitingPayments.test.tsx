import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw } from '#shell/form/testing.tsx'
import { WaitingPayments } from './WaitingPayments.tsx'

const age = (from: number, to: number | undefined, count: number, amount: string) => ({ from, ...(to !== undefined && { to }), count,
  amount })

it('says by age what waits for payment, each figure leading to its documents, and nothing where nothing waits', async () => {
  const waiting = [age(0, 7, 2, '100.00'), age(8, 14, 0, '0'), age(15, 30, 0, '0'), age(31, undefined, 1, '300.00')]
  const { unmount, call } = await draw(<WaitingPayments />, { '/workflow/tasks/allAges': () => waiting })
  const links = (await screen.findAllByRole('link')).map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Awaiting payment￥4003 payments', '/orders?node=cashier'],
    ['0–7 days￥1002 payments', '/orders?node=cashier&waited=0-7'],
    ['Over 30 days￥3001 payment', '/orders?node=cashier&waited=31-'],
  ])
  expect(call.mock.calls.find(([path]) => path === '/workflow/tasks/allAges')?.[1]).toEqual({ node: 'cashier' })
  unmount()
  const none = await draw(<WaitingPayments />, {
    '/workflow/tasks/allAges': () => waiting.map((each) => ({ ...each, count: 0, amount: '0' })),
  })
  await expect.poll(() => none.call.mock.calls.length).toBeGreaterThan(0)
  expect(screen.queryByRole('listitem')).toBeNull()
})
