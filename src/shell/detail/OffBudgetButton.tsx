import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPage } from '#shell/routing/chunks.ts'
import type { ActionContext } from './action-context.ts'
import { useDetailText } from './text.ts'

const OffBudgetDialog = lazyPage(async () => (await import('./dialogs/OffBudgetDialog.tsx')).OffBudgetDialog)

const load = () => void OffBudgetDialog.load().catch(() => undefined)

/** Takes rows of a completed document out of the budget or puts them back, for readers who may. */
export function OffBudgetButton({ context }: { context: ActionContext }) {
  const { t } = useDetailText()
  const [isOpen, setIsOpen] = useState(false)
  const { offBudget } = context.document
  if (!offBudget) return null
  return (
    <>
      <Button onPointerEnter={load} onFocus={load} onClick={() => setIsOpen(true)}>{t('offBudget')}</Button>
      <Suspense>{isOpen && <OffBudgetDialog context={context} place={offBudget} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
