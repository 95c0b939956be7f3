import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { filed } from '#shell/detail/testing.tsx'
import { OutcomeNotice } from '#shell/detail/dialogs/endings.tsx'
import { claim, draw } from '#shell/form/testing.tsx'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { StoreContext } from '#shell/form/store/use-store.ts'
import { RoutesContext } from '#shell/routing/routes-context.ts'
import budgets from '../../browser.ts'

const drawEnding = (state: number, budget?: object) => {
  const store = { form: { ...claim, budget }, value: { total: '12.00' }, subscribe: () => () => undefined } as unknown as FormStore
  const config = { brand: { cn: '', en: '' }, pages: [], documentBlocks: budgets.documentBlocks,
    declarations: () => new Promise<never>(() => undefined) }
  return draw(
    <RoutesContext value={{ config, pages: [] }}>
      <StoreContext value={store}>
        <p role="note">
          <OutcomeNotice context={{ document: { ...filed, state } } as never} text="Ends here" />
        </p>
      </StoreContext>
    </RoutesContext>,
  )
}

it('a document in force gives back its budget when it ends; one that ended before, or has none, does not', async () => {
  const { unmount } = await drawEnding(1, {})
  await waitFor(() => expect(screen.getByRole('note')).toHaveTextContent('Ends hereThis releases ￥12.00 of budget'))
  unmount()
  for (const [state, budget] of [[2, {}], [1, undefined]] as const) {
    const ended = await drawEnding(state, budget)
    expect(screen.getByRole('note')).toHaveTextContent(/^Ends here$/)
    ended.unmount()
  }
})
