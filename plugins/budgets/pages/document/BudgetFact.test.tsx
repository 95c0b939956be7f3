import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import { claim, draw } from '#shell/form/testing.tsx'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { StoreContext } from '#shell/form/store/use-store.ts'
import { BudgetFact } from './BudgetFact.tsx'

/** Renders the budget status in the header of a claim. */
const drawFact = async (value: FormValue) => {
  const fields = { ...claim.fields, exceeded: { kind: 'table', as: 'overBudgetRows', cn: '超预算', en: 'Over budget' } }
  const store = { form: { ...claim, fields, budget: {} }, value, subscribe: () => () => undefined } as unknown as FormStore
  await draw(
    <StoreContext value={store}>
      <dl>
        <BudgetFact />
      </dl>
    </StoreContext>,
  )
}

it('tells that the budget allowed what the document costs', async () => {
  await drawFact({ total: '12.00' })
  expect(await screen.findByText('Budget')).toBeInTheDocument()
})

it('does not say so of what no budget was planned for', async () => {
  await drawFact({ total: '12.00', exceeded: [{ rowId: 'r1', warnLevel: 'none', exceeded: '0.00' }] })
  expect(await screen.findByText('No budget set')).toBeInTheDocument()
  expect(screen.queryByText('Within budget')).not.toBeInTheDocument()
})

it('is silent about a document that costs nothing', async () => {
  for (const value of [{ total: '0.00' }, {}]) {
    await drawFact(value)
    expect(screen.queryByText('Budget')).not.toBeInTheDocument()
  }
})
