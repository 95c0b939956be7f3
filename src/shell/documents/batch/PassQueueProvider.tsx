import { useMemo, type ReactNode } from 'react'
import { useKeys } from '#shell/keys.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { UndoToast } from './UndoToast.tsx'
import { PassQueueContext, useNewPassQueue } from './use-pass-queue.ts'

/** Keeps the one queue of passes around all pages: what was passed on one of them is called back from any other. */
export function PassQueueProvider({ children }: { children: ReactNode }) {
  const { queue, state } = useNewPassQueue(useRead(reads.user)?.id ?? '')
  useKeys({ z: queue.undo })
  return (
    <PassQueueContext value={useMemo(() => ({ queue, state }), [queue, state])}>
      {children}
      <UndoToast queue={queue} state={state} />
    </PassQueueContext>
  )
}
