import { useEffect, useRef } from 'react'
import type { Action } from '#approval/types.ts'
import { useBackend } from '#shell/backend.ts'
import { actionLooks, type ActionLook } from '../actions.tsx'
import type { Doing } from '../action-context.ts'
import { useDetailText } from '../text.ts'
import { OutsideDocument, type Outside } from './OutsideDocument.tsx'
import { useWalkText } from './text.ts'

export interface DocumentActionProps extends Outside {
  readonly action: Action
  onClose(): void
}

/** Does one action on a document without opening its page: its dialog over the list, or at once where it asks for nothing. */
export function DocumentAction({ action, onClose, ...outside }: DocumentActionProps) {
  return (
    <OutsideDocument {...outside} isFixed onMoved={onClose} renderFailure={(error) => <Failed error={error} onClose={onClose} />}>
      {(doing) => <Acting action={action} doing={doing} onClose={onClose} />}
    </OutsideDocument>
  )
}

interface ActingProps {
  readonly action: Action
  readonly doing: Doing
  onClose(): void
}

function Acting({ action, doing, onClose }: ActingProps) {
  const { reactions } = useBackend()
  const { t } = useDetailText()
  const walk = useWalkText()
  const look = lookOf(action)
  const isOffered = doing.document.actions.includes(action)
  const Dialog = isOffered ? look?.Dialog : undefined
  useOnce(Dialog === undefined, () => {
    if (isOffered) look?.start?.(doing)
    else reactions.tell({ kind: 'warning', text: walk.t('notOffered', { action: look ? t(look.text) : action }) })
    onClose()
  })
  return Dialog ? <Dialog doing={doing} onClose={onClose} /> : null
}

function Failed({ error, onClose }: { error: Error; onClose(): void }) {
  const { reactions } = useBackend()
  useOnce(true, () => {
    reactions.tell({ kind: 'refused', text: error.message })
    onClose()
  })
  return null
}

/** Does something once, after the first drawing for which it is due. */
function useOnce(isDue: boolean, work: () => void): void {
  const isDone = useRef(false)
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    if (!isDue || isDone.current) return
    isDone.current = true
    latest.current()
  }, [isDue])
}

/** The way that an action is offered first: by its key, where two ways share a name. */
const lookOf = (action: Action): ActionLook | undefined =>
  actionLooks.find(({ name, key }) => name === action && key !== undefined) ?? actionLooks.find(({ name }) => name === action)
