import type { User, UserManager } from 'oidc-client-ts'
import { identityProvider } from './session/identity-provider.ts'
import { createRefresher, SignInEnded, type Channel, type ChannelMessage, type Tokens } from './session/refresher.ts'

/** Path that the identity provider returns to. */
export const callbackPath = '/login'

export interface Session {
  /**
   * The access token, fresh; nothing when signed out.
   * @param isLeaving the page ends: a token that is still good is taken as it is, because there is no time for another
   */
  token(isLeaving?: boolean): Promise<string | undefined>
  /** Takes up this tab's sign-in or that of another tab; false: nobody is signed in. */
  resume(): Promise<boolean>
  /** Goes to the sign-in page; the person comes back to the given address. */
  signIn(returnTo: string, language: string): Promise<void>
  /** Completes the sign-in from the address that the provider returned to; answers where to go on. */
  complete(): Promise<string>
  /** Ends the sign-in here, in the other tabs and at the provider, after what was asked for with `beforeSignOut`. */
  signOut(): Promise<void>
  /** Does something before signing out, which waits for it for 5 s at most; the answer takes it back. */
  beforeSignOut(work: () => Promise<unknown>): () => void
  /** Checks the token every 60 s until the page ends. */
  watch(): void
}

const checkEvery = 60_000
/** Milliseconds that signing out waits for what is still to be sent. */
const lastWorkTime = 5_000
const remembered = 'oa.tokens'

/**
 * The sign-in of this browser: code flow with PKCE, tokens in the tab's own storage. The protocol's library is a
 * chunk that only signing in, refreshing and signing out wait for.
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
    // Tokens are kept by us; the library has them only while it works with them.
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
 * Clears this product's entries of the tab's storage: tokens, open tabs, the sign-in under way. Decisions that the server has not answered
 * stay under their person's name, and are sent when the same person signs in here again.
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

/** Made once; what failed is tried again when it is asked for again. */
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
