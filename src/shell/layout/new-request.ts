import { createContext, useContext } from 'react'

export const NewRequestContext = createContext<() => void>(() => undefined)

/** Opens the dialog that starts a process. */
export const useNewRequest = (): () => void => useContext(NewRequestContext)
