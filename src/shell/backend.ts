import { createContext, useContext } from 'react'
import type { Http } from '#providers/http.ts'
import type { Reactions } from '#providers/reactions.ts'
import type { Session } from '#providers/session.ts'

/** The browser's doors to the outside, made once at the start. */
export interface Backend {
  readonly http: Http
  readonly session: Session
  readonly reactions: Reactions
}

export const BackendContext = createContext<Backend | undefined>(undefined)

export function useBackend(): Backend {
  const backend = useContext(BackendContext)
  if (!backend) throw new Error('outside of the shell')
  return backend
}

/** The one client of the backend. */
export const useHttp = (): Http => useBackend().http
