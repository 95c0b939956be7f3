import type { AuthProvider } from '@refinedev/core'
import { isFailure } from './failure.ts'
import type { Session } from './session.ts'

interface SignedIn {
  /** Language tag for the sign-in page. */
  language(): string
  /** The signed-in person, as loaded at start-up. */
  user(): unknown
}

/** Refine's auth provider. Person and permissions come from the caches filled at start-up. */
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
    /** Never signs out: for a 401 the client has already opened its dialog. */
    onError: async (error: unknown) => (isFailure(error) ? { error } : {}),
  }
}
