import type { AuthProvider } from '@refinedev/core'
import { isFailure } from './failure.ts'
import type { Session } from './session.ts'

interface SignedIn {
  /** Tag of the screens' language, for the sign-in page. */
  language(): string
  /** The signed-in person, as start-up has read it. */
  user(): unknown
}

/** Refine's auth provider over the session; people and rights are read from the caches that start-up filled. */
export function createAuth(session: Session, { language, user }: SignedIn): AuthProvider {
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
    getIdentity: async () => user(),
    /** The client has already opened its dialog for 401; no other failure ends the session. */
    onError: async (error: unknown) => (isFailure(error) ? { error } : {}),
  }
}
