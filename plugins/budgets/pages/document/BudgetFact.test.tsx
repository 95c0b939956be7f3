import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import { claim, draw } from '#shell/form/testing.tsx'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { StoreContext } from '#shell/form/store/use-store.ts'
import { BudgetFact } from './BudgetFact.tsx'

/** Draws what the head of a claim tells of its budget. */
const drawFact = async (value: FormValue) => {
  const store = { form: { ...claim, budget: {} }, value, subscribe: () => () => undefined } as unknown as FormStore
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

it('is silent about a document that costs nothing', async () => {
  for (const value of [{ total: '0.00' }, {}]) {
    await drawFact(value)
    expect(screen.queryByText('Budget')).not.toBeInTheDocument()
  }
})
