import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { HttpFailure } from '#providers/failure.ts'
import { openDocument } from '../testing.tsx'

const path = '/oaserver/madeUpClaim/d1/print'

async function openDialog(answer: () => unknown, more: Readonly<Record<string, () => unknown>> = {}) {
  const page = await openDocument({}, { [path]: answer, ...more })
  await page.user.click(screen.getByRole('button', { name: 'Print' }))
  return { ...page, dialog: within(await screen.findByRole('dialog')) }
}

describe('printing a document', () => {
  it('offers to save and to look, and says what went wrong', async () => {
    const { user, dialog } = await openDialog(() => {
      throw new HttpFailure({ kind: 'refused', code: 42009, message: 'Many prints are being made' })
    })
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent).filter(Boolean)).toEqual(['Preview', 'Download PDF'])
    expect(dialog.queryByRole('checkbox')).toBeNull()
    await user.click(dialog.getByRole('button', { name: /Download PDF/ }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Many prints are being made')
  })

  it('has Word and further formats in a menu, and says by which template it is printed', async () => {
    const ways = { word: true, pdf: true, template: { name: 'Claim', version: 3 } }
    const { user, dialog, sent } = await openDialog(() => new Response('%PDF-'), { '/oaserver/madeUpClaim/d1/wordTemplate': () => ways,
      '/oaserver/madeUpClaim/downloadWord': () => new Response('docx') })
    expect(await dialog.findByText('Layout: template “Claim”, version 3')).toBeInTheDocument()
    await waitFor(() => {
      // jsdom never ends animations
      fireEvent.animationEnd(screen.getByRole('dialog'))
      expect(dialog.getByRole('button', { name: /Download PDF/ })).toHaveFocus()
    }, { timeout: 3000 })
    await user.click(dialog.getByRole('button', { name: /Other formats/ }))
    await user.click(await screen.findByRole('menuitem', { name: /Download as Word/ }))
    await waitFor(() => expect(sent('/oaserver/madeUpClaim/downloadWord')).toEqual([{ procInstId: 'd1', accounts: 'masked' }]))
  })

  it('shows the file in a window that was opened at the click', async () => {
    const viewer = { location: { replace: vi.fn() }, close: vi.fn() }
    const open = vi.spyOn(globalThis, 'open').mockReturnValue(viewer as never)
    const { user, dialog, sent } = await openDialog(() =>
      new Response('%PDF-', { headers: { 'content-disposition': "inline; filename*=UTF-8''a.pdf" } })
    )
    await user.click(dialog.getByRole('button', { name: /Preview/ }))
    await waitFor(() => expect(viewer.location.replace).toHaveBeenCalledWith(expect.stringMatching(/^blob:/)))
    expect(sent(path)).toEqual([{ preview: 1, accounts: 'masked' }])
    expect(open).toHaveBeenCalledTimes(1)
    open.mockRestore()
  })
})
