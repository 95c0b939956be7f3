import { createContext, useContext } from 'react'
import type { Http, WritingHttp } from '#providers/http.ts'
import type { Reactions } from '#providers/reactions.ts'
import type { Session } from '#providers/session.ts'

/** The backend for pages: a reading client; changes go through commands. */
export interface Backend {
  readonly http: Http
  readonly session: Session
  readonly reactions: Reactions
}

/** The connections to the outside, created once at start-up. */
export interface WritingBackend extends Backend {
  readonly http: WritingHttp
}

export const BackendContext = createContext<WritingBackend | undefined>(undefined)

function useContextOfBackend(): WritingBackend {
  const backend = useContext(BackendContext)
  if (!backend) throw new Error('outside of the shell')
  return backend
}

/** The backend of this page. @throws Error outside of the shell */
export const useBackend = (): Backend => useContextOfBackend()

/** The HTTP client for reads. */
export const useHttp = (): Http => useBackend().http

/** The HTTP client for writes; only for `useCommand` and the exceptions listed in the architecture test. */
export const useWritingHttp = (): WritingHttp => useContextOfBackend().http
