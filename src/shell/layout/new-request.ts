import { createContext, useContext } from 'react'

export const NewRequestContext = createContext<() => void>(() => undefined)

/** Returns the function that opens the dialog for a new request. */
export const useNewRequest = (): () => void => useContext(NewRequestContext)
