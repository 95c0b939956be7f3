import { createContext, useContext } from 'react'
import type { Http, WritingHttp } from '#providers/http.ts'
import type { Reactions } from '#providers/reactions.ts'
import type { Session } from '#providers/session.ts'

/** The backend as a page has it: it reads through the client, and changes something through a command. */
export interface Backend {
  readonly http: Http
  readonly session: Session
  readonly reactions: Reactions
}

/** The connections of the browser to the outside, made once at the start. */
export interface WritingBackend extends Backend {
  readonly http: WritingHttp
}

export const BackendContext = createContext<WritingBackend | undefined>(undefined)

function useContextOfBackend(): WritingBackend {
  const backend = useContext(BackendContext)
  if (!backend) throw new Error('outside of the shell')
  return backend
}

/** The backend that this page reads from. @throws Error outside of the shell */
export const useBackend = (): Backend => useContextOfBackend()

/** The one client of the backend, which reads. */
export const useHttp = (): Http => useBackend().http

/** The client that changes something, for `useCommand` and the few that the architecture test names. */
export const useWritingHttp = (): WritingHttp => useContextOfBackend().http
