import { createContext, lazy, Suspense, useCallback, useContext, useState, type ReactNode } from 'react'
import type { Ask } from './Questions.tsx'

/** Resolves with antd's dialogs, which come with the first question. */
type Open = () => Promise<Ask>

const DialogsContext = createContext<Open | undefined>(undefined)

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
export function useConfirm(): (question: Question) => Promise<boolean> {
  const dialogs = useDialogs()
  return useCallback(async (question) => (await dialogs()).confirm(question), [dialogs])
}

type Question = Parameters<Ask['confirm']>[0]

/** Asks the person: `const ask = await dialogs(); ask.confirm(…)`. */
export function useDialogs(): Open {
  const open = useContext(DialogsContext)
  if (!open) throw new Error('outside of the shell')
  return open
}

function makeArrival() {
  let resolve: (ask: Ask) => void = () => undefined
  const promise = new Promise<Ask>((done) => (resolve = done))
  return { promise, resolve }
}
