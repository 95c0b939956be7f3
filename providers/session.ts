import type { User, UserManager } from 'oidc-client-ts'
import type { AuthProvider } from '@refinedev/core'
import { type Channel, type ChannelMessage, createRefresher, SignInEnded, type Tokens } from './session/refresher.ts'
import { isFailure } from './failure.ts'

/** The identity provider at which this browser signs in, and the client id. */
export interface IdentityProvider {
  readonly authority: string
  readonly clientId: string
  /** Whether it is the company's provider and not the product's own. */
  readonly isExternal: boolean
}

/** Base path of the product's own provider. Account calls always go there, even if an external provider signs people in. */
export const identityBase = '/idp/realms/oa'

let discovery: Promise<IdentityProvider> | undefined

/** The configured provider; loaded once, and again after a failure. */
export function identityProvider(): Promise<IdentityProvider> {
  discovery ??= ask().catch((error: unknown) => {
    discovery = undefined
    throw error
  })
  return discovery
}

async function ask(): Promise<IdentityProvider> {
  const answer = await fetch('/public/identityProvider', { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`The identity provider is not told: ${answer.status}`)
  const { data } = (await answer.json()) as { data: { issuer: string | null; clientId: string } }
  return { authority: data.issuer ?? `${location.origin}${identityBase}`, clientId: data.clientId, isExternal: data.issuer !== null }
}

/** Path that the identity provider returns to. */
export const callbackPath = '/login'

export interface Session {
  /**
   * A valid access token, refreshed if necessary; undefined when signed out.
   * @param isLeaving the page is being left: the current token is returned without refresh if it is still valid
   */
  token(isLeaving?: boolean): Promise<string | undefined>
  /** Resumes the sign-in of this tab or adopts that of another tab; false: not signed in. */
  resume(): Promise<boolean>
  /** Redirects to the sign-in page; afterwards the user returns to the given address. */
  signIn(returnTo: string, language: string): Promise<void>
  /** Completes the sign-in after the redirect; returns the address to continue at. */
  complete(): Promise<string>
  /** Signs out in all tabs and at the provider, after the work registered with `beforeSignOut`. */
  signOut(): Promise<void>
  /** Registers work to be done before signing out, which waits for it at most 5 s; returns the function that unregisters it. */
  beforeSignOut(work: () => Promise<unknown>): () => void
  /** Checks the token every 60 s until the page ends. */
  watch(): void
}

const checkEvery = 60_000
/** Timeout of the work before signing out, in ms. */
const lastWorkTime = 5_000
const remembered = 'oa.tokens'

/**
 * The sign-in of this browser: OAuth code flow with PKCE, tokens in the tab's session storage. The protocol library is a lazy chunk, loaded
 * only for signing in, refreshing and signing out.
 */
export function createSession(onEnd: () => void): Session {
  const protocol = lazily(createProtocol)
  const last = new Set<() => Promise<unknown>>()
  const refresher = createRefresher({
    read: async () => readTokens(),
    write: async (tokens) => sessionStorage.setItem(remembered, JSON.stringify(tokens)),
    refresh: async () => (await protocol()).refresh(readTokens()),
    alone: (work) => ('locks' in navigator ? navigator.locks.request('oa-refresh', work) : work()),
    channel: openChannel('oa-session'),
    onEnd: () => {
      forget()
      onEnd()
    },
  })

  return {
    token: async (isLeaving) => (await refresher.current(isLeaving))?.accessToken,
    resume: async () => (await refresher.adopt()) !== undefined,
    signIn: async (returnTo, language) => (await protocol()).manager.signinRedirect({ state: returnTo, ui_locales: language }),
    async complete() {
      const { manager, keep } = await protocol()
      const user = await manager.signinRedirectCallback()
      keep(user)
      return typeof user.state === 'string' && /^\/(?!\/)/.test(user.state) ? user.state : '/'
    },
    beforeSignOut(work) {
      last.add(work)
      return () => last.delete(work)
    },
    async signOut() {
      await Promise.race([Promise.allSettled([...last].map((work) => work())), new Promise((resolve) => setTimeout(resolve, lastWorkTime))])
      const { manager, userOf } = await protocol()
      const user = userOf(readTokens())
      refresher.leave()
      forget()
      await manager.signoutRedirect({ id_token_hint: user?.id_token })
    },
    watch() {
      setInterval(() => void refresher.current(), checkEvery)
    },
  }
}

async function createProtocol() {
  const { ErrorResponse, User, UserManager, InMemoryWebStorage, WebStorageStateStore } = await import('oidc-client-ts')
  const { authority, clientId } = await identityProvider()
  const manager: UserManager = new UserManager({
    authority,
    client_id: clientId,
    redirect_uri: `${location.origin}${callbackPath}`,
    post_logout_redirect_uri: `${location.origin}/`,
    scope: 'openid profile email offline_access',
    automaticSilentRenew: false,
    monitorSession: false,
    // tokens are stored by the session; the library holds them only in memory
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
  })
  const userOf = (tokens: Tokens | undefined): User | null => (tokens ? User.fromStorageString(tokens.content) : null)

  return {
    manager,
    userOf,
    keep: (user: User) => sessionStorage.setItem(remembered, JSON.stringify(tokensOf(user))),
    async refresh(tokens: Tokens | undefined): Promise<Tokens> {
      await manager.storeUser(userOf(tokens))
      const user = await manager.signinSilent().catch((error: unknown) => {
        throw error instanceof ErrorResponse ? new SignInEnded() : error
      })
      if (!user) throw new SignInEnded()
      return tokensOf(user)
    },
  }
}

const tokensOf = (user: User): Tokens => ({
  accessToken: user.access_token,
  person: user.profile.sub,
  expiresAt: user.expires_at ?? 0,
  content: user.toStorageString(),
})

function readTokens(): Tokens | undefined {
  const kept = sessionStorage.getItem(remembered)
  return kept === null ? undefined : (JSON.parse(kept) as Tokens)
}

/**
 * Clears this product's entries of the session storage: tokens, open tabs, a pending sign-in. Queued decisions that the server has not
 * answered are kept under the person's id, and are sent when the same person signs in again.
 */
function forget(): void {
  for (const key of Object.keys(sessionStorage)) if (/^(oa|oidc)\.(?!passing\.)/.test(key)) sessionStorage.removeItem(key)
}

function openChannel(name: string): Channel {
  const channel = new BroadcastChannel(name)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    post: (talk) => channel.postMessage(talk),
    listen: (listener) => channel.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => listener(data)),
  }
}

/** Memoises a promise; after a rejection the next call tries again. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

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
