import { useState } from 'react'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { Action } from '#approval/types.ts'
import { RowAction } from '../documents/rows/RowAction.tsx'
import { titleOf } from '../documents/title.ts'
import { useText } from '../text.tsx'

/** Decision buttons over a task's row, while it is hovered or focused. */
export function TaskActions({ row }: { row: DocumentRow }) {
  const text = useText()
  const [action, setAction] = useState<Action>()
  const title = titleOf(row, text)
  const button = (name: 'return' | 'pass') => (
    <button type="button" className={`plain is-${name}`} aria-label={`${text.t(`home.${name}`)} ${title}`} onClick={() => setAction(name)}>
      {text.t(`home.${name}`)}
    </button>
  )
  return (
    <>
      <span className="oa-todo-actions row subtle gap-6 absolute">
        {button('return')}
        {button('pass')}
      </span>
      {action && <RowAction row={row} action={action} onClose={() => setAction(undefined)} />}
    </>
  )
}
