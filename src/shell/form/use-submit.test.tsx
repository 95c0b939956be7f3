import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { apply, cell, fill, open } from './testing-editor.tsx'

const submitted = () => ({ businessKey: 'd1', businessNo: 'SY1', procInstId: 'd1' })

describe('a submission', () => {
  it('asks what may be accepted, and sends what was accepted', async () => {
    const page = await open({ [apply]: () => ({ businessKey: 'd1', businessNo: 'SY1', procInstId: 'd1' }) })
    await fill(page, '5000')
    await page.user.click(screen.getByRole('button', { name: /^Open row|^Show more of row/ }))
    await page.user.type(await screen.findByLabelText(/^Proof/), 'P-1')
    await page.user.click(screen.getByRole('button', { name: /^Submit/ }))
    const question = await screen.findByRole('dialog')
    expect(within(question).getByText('A large amount. Continue?')).toBeInTheDocument()
    await page.user.click(within(question).getByRole('button', { name: 'Submit anyway' }))
    await waitFor(() => expect(page.call).toHaveBeenCalledWith(apply, expect.objectContaining({ confirmed: ['SY-01'] }), expect.anything()))
  })

  it('asks everything at once, each row by its number', async () => {
    const page = await open({ [apply]: submitted })
    await fill(page, '77')
    await page.user.click(screen.getByRole('button', { name: 'Copy row 1' }))
    await cell('Amount', 2)
    await page.user.click(screen.getByRole('button', { name: /^Submit/ }))
    const question = await screen.findByRole('dialog')
    expect(within(question).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Items, row 1: The amount differs from the file',
      'Items, row 2: The amount differs from the file',
    ])
    await page.user.click(within(question).getByRole('button', { name: 'Submit anyway' }))
    await waitFor(() => expect(page.call).toHaveBeenCalledWith(apply, expect.objectContaining({ confirmed: ['SY-02'] }), expect.anything()))
  })
})
