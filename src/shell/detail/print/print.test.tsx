import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openDocument } from '../testing.tsx'

describe('printing a document', { timeout: 120_000 }, () => {
  it('offers to save and to look, and says what went wrong', async () => {
    const page = await openDocument()
    await page.user.click(screen.getByRole('button', { name: 'Print' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent).filter(Boolean)).toEqual(['Download and save', 'Online print preview'])
    expect(dialog.queryByRole('checkbox')).toBeNull()
    await page.user.click(dialog.getByRole('button', { name: /Download and save/ }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('That did not work: try again')
  })
})
