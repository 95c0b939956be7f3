import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { HttpFailure } from '#providers/failure.ts'
import { openDocument } from '#shell/detail/testing.tsx'
import budgets from '#plugins/budgets/browser.ts'

const call = '/oaserver/madeUpClaim/changeOffBudgetItemStatus'

/** Opens the dialog of a completed claim, and takes the first of its two rows out of the budget. */
async function switchFirst(answer: () => unknown) {
  const items = [{ rowId: 'r1', detail: 'Two cables', amount: '12.00', off: '0' }, { rowId: 'r2', detail: 'Plug', amount: '3.00',
    off: '1' }]
  const page = await openDocument({ state: 4, actions: ['comment'], taskId: null, currentTask: null,
    moduleActions: { offBudget: { tables: ['items'], field: 'off' } }, business: { title: 'Cables', items } }, { [call]: answer },
    undefined, { documentActions: budgets.documentActions })
  await page.user.click(page.bar.getByRole('button', { name: 'Off-budget items' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('switch', { name: 'Row 2 off budget' })).toBeChecked()
  await page.user.click(dialog.getByRole('switch', { name: 'Row 1 off budget' }))
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(page.sent(call)).toEqual([{ businessKey: 'd1', items: [{ itemId: 'r1', offBudgetStatus: '1' }] }]))
  return page
}

describe('rows of a completed claim', () => {
  it('go off budget with a switch each', async () => {
    const { notify } = await switchFirst(() => ({ businessKey: 'd1' }))
    await waitFor(() => expect(notify).toHaveBeenCalledWith({ kind: 'success', text: 'Submitted successfully' }))
  })

  it('stay when it is refused, which the dialog explains', async () => {
    const { notify } = await switchFirst(() => {
      throw new HttpFailure({ kind: 'refused', message: 'The 2026 budget is locked', code: 42009 })
    })
    await waitFor(() => expect(notify).toHaveBeenCalledWith({ kind: 'warning', text: 'Submission failed' }))
    expect(await screen.findByText('The 2026 budget is locked')).toBeInTheDocument()
  })
})
