import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { ReferenceCandidate, InputProps } from '../types.ts'

const ReferenceDialog = lazy(async () => ({ default: (await import('./ReferenceDialog.tsx')).ReferenceDialog }))

/** The key that opens it. */
export const listKey = 'F4'

/** Records that a field takes where it does not say. */
const mostChosen = 100

interface WholeList {
  open(): void
  readonly dialog: ReactNode
}

/** The whole list behind an input that proposes records while somebody types; the focus comes back to the input. */
export function useWholeList({ field, context, id, isMany }: Pick<InputProps, 'field' | 'context' | 'id'> & { readonly isMany: boolean },
  chosen: readonly string[], onChoose: (records: readonly ReferenceCandidate[], ids: readonly string[]) => void): WholeList {
  const [isOpen, setIsOpen] = useState(false)
  const dialog = isOpen && (
    <Suspense>
      <ReferenceDialog field={field} context={context} chosen={chosen} max={isMany ? (field.max ?? mostChosen) : 1} onChoose={onChoose}
        onClose={() => setIsOpen(false)} afterClose={() => document.getElementById(id)?.focus()} />
    </Suspense>
  )
  return { open: () => setIsOpen(true), dialog }
}
