import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw } from '#shell/form/testing.tsx'
import { BudgetGlance } from './BudgetGlance.tsx'

const line = (id: string, used: string, band: string) => ({ departmentId: 'rd', departmentName: '研发/R&D', expenseCategoryId: id,
  expenseCategoryName: id, annualBudget: '100.00', used, occupied: '0.00', available: '0.00', band })

it('names exceeded budgets and those nearly used up first, apart from the others', async () => {
  await draw(<BudgetGlance />, {
    '/budgetservice/budget/glance': () => [line('TEST', '109.00', 'over'), line('TRIP', '93.00', 'near'), line('BOOK', '40.00', 'within')],
  })
  const urgent = within(await screen.findByRole('region', { name: 'Budgets that need attention' }))
  expect(urgent.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/TEST109% · Over by.*9/),
    expect.stringMatching(/TRIP93% · Available.*7/),
  ])
  expect(within(screen.getByRole('region', { name: 'Budgets at a glance' })).getByText(/BOOK/)).toBeInTheDocument()
})

it('says nothing of attention where every budget is within its bounds', async () => {
  await draw(<BudgetGlance />, { '/budgetservice/budget/glance': () => [line('BOOK', '40.00', 'within')] })
  expect(await screen.findByRole('region', { name: 'Budgets at a glance' })).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Budgets that need attention' })).toBeNull()
})
