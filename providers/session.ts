import { User, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { createRefresher, type Channel, type Talk, type Tokens } from './refresher.ts'

export const identityBase = '/idp/realms/oa'
export const clientId = 'oa-web'

/** Path that the identity provider returns to. */
export const callbackPath = '/login'

export interface Session {
  /** The access token, fresh; nothing when signed out. */
  token(): Promise<string | undefined>
  /** Takes up this tab's sign-in or that of another tab; false: nobody is signed in. */
  resume(): Promise<boolean>
  /** Goes to the sign-in page; the person comes back to the given address. */
  signIn(returnTo: string, language: string): Promise<void>
  /** Completes the sign-in from the address that the provider returned to; answers where to go on. */
  complete(): Promise<string>
  /** Ends the sign-in here, in the other tabs and at the provider. */
  signOut(): Promise<void>
  /** Checks the token every 60 s until the page ends. */
  watch(): void
}

const checkEvery = 60_000

/** The sign-in of this browser: code flow with PKCE, tokens in memory and in the tab's own storage. */
export function createSession(onEnd: () => void): Session {
  const manager = createManager()
  const refresher = createRefresher({
    read: async () => tokensOf(await manager.getUser()),
    write: (tokens) => manager.storeUser(User.fromStorageString(tokens.content)),
    refresh: async () => tokensOf(await manager.signinSilent()) ?? Promise.reject(new Error('no tokens')),
    alone: (work) => ('locks' in navigator ? navigator.locks.request('oa-refresh', work) : work()),
    channel: openChannel('oa-session'),
    onEnd: () => void forget().then(onEnd),
  })

  async function forget() {
    await manager.removeUser()
    for (const key of ownKeys()) sessionStorage.removeItem(key)
  }

  return {
    token: async () => (await refresher.current())?.accessToken,
    resume: async () => (await refresher.adopt()) !== undefined,
    signIn: (returnTo, language) => manager.signinRedirect({ state: returnTo, ui_locales: language }),
    async complete() {
      const { state } = await manager.signinRedirectCallback()
      return typeof state === 'string' && state.startsWith('/') && !state.startsWith('//') ? state : '/'
    },
    async signOut() {
      const user = await manager.getUser()
      refresher.leave()
      await forget()
      await manager.signoutRedirect({ id_token_hint: user?.id_token })
    },
    watch() {
      setInterval(() => void refresher.current(), checkEvery)
    },
  }
}

function createManager(): UserManager {
  return new UserManager({
    authority: `${location.origin}${identityBase}`,
    client_id: clientId,
    redirect_uri: `${location.origin}${callbackPath}`,
    post_logout_redirect_uri: `${location.origin}/`,
    scope: 'openid profile email offline_access',
    automaticSilentRenew: false,
    monitorSession: false,
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
  })
}

const tokensOf = (user: User | null): Tokens | undefined =>
  user ? { accessToken: user.access_token, expiresAt: user.expires_at ?? 0, content: user.toStorageString() } : undefined

function openChannel(name: string): Channel {
  const channel = new BroadcastChannel(name)
  return {
    post: (talk) => channel.postMessage(talk),
    listen: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<Talk>) => listener(data)
    },
  }
}

/** Everything that this product keeps in the tab's storage: tokens, menus, open tabs. */
const ownKeys = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith('oa.') || key.startsWith('oidc.'))
