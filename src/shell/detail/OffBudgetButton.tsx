import { Button } from 'antd'
import { useState } from 'react'
import { OffBudgetDialog } from './dialogs/OffBudgetDialog.tsx'
import type { ActionContext } from './action-context.ts'
import { useDetailText } from './text.ts'

/** Takes rows of a completed document out of the budget or puts them back, for readers who may. */
export function OffBudgetButton({ doing: context }: { doing: ActionContext }) {
  const { t } = useDetailText()
  const [isOpen, setIsOpen] = useState(false)
  const { offBudget } = context.document
  if (!offBudget) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('offBudget')}</Button>
      {isOpen && <OffBudgetDialog context={context} place={offBudget} onClose={() => setIsOpen(false)} />}
    </>
  )
}
