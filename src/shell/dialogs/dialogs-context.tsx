import { createContext, lazy, Suspense, useCallback, useContext, useState, type ReactNode } from 'react'
import type { ModalApi } from './Questions.tsx'

/** Resolves with antd's modal API, which is loaded on first use. */
type OpenModalApi = () => Promise<ModalApi>

const DialogsContext = createContext<OpenModalApi | undefined>(undefined)

const Questions = lazy(async () => ({ default: (await import('./Questions.tsx')).Questions }))

/** Provides the modal API. */
export function DialogsProvider({ children }: { children: ReactNode }) {
  const [isWanted, setIsWanted] = useState(false)
  const [arrival] = useState(makeArrival)
  const open = useCallback(() => {
    setIsWanted(true)
    return arrival.promise
  }, [arrival])
  return (
    <DialogsContext value={open}>
      {children}
      {isWanted && (
        <Suspense>
          <Questions onReady={arrival.resolve} />
        </Suspense>
      )}
    </DialogsContext>
  )
}

/** Shows a yes-or-no dialog: `if (await confirm({ title })) …`. */
export function useConfirm(): (question: ConfirmOptions) => Promise<boolean> {
  const dialogs = useDialogs()
  return useCallback(async (question) => (await dialogs()).confirm(question), [dialogs])
}

/** Options of a yes-or-no dialog. */
export type ConfirmOptions = Parameters<ModalApi['confirm']>[0]

/** Returns the loader of the modal API: `const ask = await dialogs(); ask.confirm(…)`. */
export function useDialogs(): OpenModalApi {
  const open = useContext(DialogsContext)
  if (!open) throw new Error('outside of the shell')
  return open
}

function makeArrival() {
  let resolve: (ask: ModalApi) => void = () => undefined
  const promise = new Promise<ModalApi>((done) => (resolve = done))
  return { promise, resolve }
}
