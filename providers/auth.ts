import type { AuthProvider } from '@refinedev/core'
import { isFailure } from './failure.ts'
import type { Session } from './session.ts'

/** Refine's door to the session; people and rights are read from the caches that start-up filled. */
export function createAuth(session: Session, language: () => string): AuthProvider {
  return {
    login: async () => {
      await session.signIn(location.pathname + location.search, language())
      return { success: true }
    },
    logout: async () => {
      await session.signOut()
      return { success: true }
    },
    check: async () => ({ authenticated: (await session.token()) !== undefined }),
    /** The client has already opened its dialog for 401; no other failure ends the session. */
    onError: async (error: unknown) => (isFailure(error) ? { error } : {}),
  }
}
