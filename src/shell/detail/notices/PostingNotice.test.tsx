import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { DocumentPosting } from '#approval/wire/filed-document.ts'
import { draw } from '#shell/form/testing.tsx'
import { PostingNotice } from './DocumentNotices.tsx'
import { filed } from '../testing.tsx'

const line: DocumentPosting = { id: '7', what: '出库/Issue', system: 'SAP', state: 'posted', number: '1900', message: null, means: null,
  places: [], reverses: false }
const open = (lines: readonly DocumentPosting[], mayAct = true) =>
  draw(<PostingNotice document={{ ...filed, postings: { lines, mayRetry: mayAct, mayHandle: mayAct } }} />, {
    '/workflow/posting/retry': () => true,
    '/workflow/posting/handle': () => true,
  })

it('says how far a posting is', async () => {
  const { unmount } = await open([line, { ...line, id: '8', number: '4900000000/2026' }])
  expect(await screen.findByRole('status')).toHaveTextContent('Posted in SAP: 1900, 4900000000/2026')
  unmount()
  await open([line, { ...line, id: '8', state: 'sent', number: null }])
  expect(await screen.findByRole('status')).toHaveTextContent('Posting to SAP')
})

it('shows what was refused, and lets whoever may send it again or mark it as handled with a reason', async () => {
  const refused: DocumentPosting = { ...line, state: 'refused', number: null, message: '账期未开/The period is closed' }
  const { user, call, unmount } = await open([refused])
  expect(await screen.findByRole('alert')).toHaveTextContent('SAP posting failed (Issue): The period is closed')
  await user.click(screen.getByRole('button', { name: 'Mark as handled' }))
  const ok = await screen.findByRole('button', { name: 'OK' })
  expect(ok).toBeDisabled()
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'posted by hand')
  await user.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() =>
    expect(call.mock.calls.find(([path]) => path === '/workflow/posting/handle')?.[1]).toEqual({ id: '7', number: null,
      reason: 'posted by hand' })
  )
  unmount()
  const english = await open([{ ...refused, message: 'Posting only possible in periods 2026/11 and 2026/10' }], false)
  expect(await screen.findByRole('alert')).toHaveTextContent('(Issue): Posting only possible in periods 2026/11 and 2026/10')
  english.unmount()
  await open([{ ...refused, means: '账期未开，请财务打开/The period is closed. Finance opens it' }], false)
  expect(await screen.findByRole('alert')).toHaveTextContent('Finance opens it')
  expect(screen.queryByRole('button')).toBeNull()
})
