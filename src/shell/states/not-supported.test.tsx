import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw } from '../form/testing.tsx'
import { NotSupported, NotSupportedNotice } from './pages.tsx'

async function open(miniProgram: string | null) {
  const { client } = await draw(<NotSupported process={{ cn: '打车申请', en: 'Taxi' }} businessType="ride" />)
  act(() =>
    void client.setQueryData(['read', 'user'], { id: 'wang', name: '王伟/Wei Wang', userName: 'wang', roles: [],
      outside: { meetings: null, miniProgram } })
  )
}

it('a process of the mini-program shows a code to scan, where the company has said what a telephone opens', async () => {
  await open('https://m.example.com/?type={businessType}')
  expect(await screen.findByText('Scan with a phone to open the mini-program')).toBeVisible()
  expect(document.querySelector('.oa-scan svg path')).not.toBeNull()
})

it('without that it only says so', async () => {
  await open(null)
  expect(await screen.findByText(/only supported for viewing and operating in the mini-program/)).toBeVisible()
  expect(document.querySelector('.oa-scan')).toBeNull()
})

it('opening it is answered by a dialog over the page where the person was', async () => {
  const { tabs } = await draw(<NotSupportedNotice process={{ cn: '打车申请', en: 'Taxi' }} businessType="ride" />)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getAllByText('Taxi')).not.toEqual([])
  expect(dialog.getByText(/only supported for viewing and operating in the mini-program/)).toBeInTheDocument()
  await waitFor(() => expect(tabs.close).toHaveBeenCalledWith('/sample'))
})
