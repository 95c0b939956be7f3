import { createContext, lazy, Suspense, useCallback, useContext, useState, type ReactNode } from 'react'
import type { ModalApi } from './Questions.tsx'

/** Resolves with antd's dialogs, which come with the first question. */
type OpenModalApi = () => Promise<ModalApi>

const DialogsContext = createContext<OpenModalApi | undefined>(undefined)

const Questions = lazy(async () => ({ default: (await import('./Questions.tsx')).Questions }))

/** Lets everything inside ask the person in a dialog. */
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

/** Asks a question with yes and no: `if (await confirm({ title })) …`. */
export function useConfirm(): (question: ConfirmOptions) => Promise<boolean> {
  const dialogs = useDialogs()
  return useCallback(async (question) => (await dialogs()).confirm(question), [dialogs])
}

/** A question with yes and no. */
export type ConfirmOptions = Parameters<ModalApi['confirm']>[0]

/** Asks the person: `const ask = await dialogs(); ask.confirm(…)`. */
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
