/** One sign-in's tokens; `content` is what the identity client stores, opaque here. */
export interface Tokens {
  readonly accessToken: string
  /** Subject of the tokens: tabs of two people never mix. */
  readonly person: string
  /** Epoch seconds. */
  readonly expiresAt: number
  readonly content: string
}

/** Messages between the tabs of a browser. */
export type ChannelMessage =
  | { readonly say: 'asking'; readonly from: string }
  | { readonly say: 'holding'; readonly tokens: Tokens }
  | { readonly say: 'leaving' }

export interface Channel {
  post(talk: ChannelMessage): void
  listen(listener: (talk: ChannelMessage) => void): void
}

export interface RefresherDependencies {
  read(): Promise<Tokens | undefined>
  write(tokens: Tokens): Promise<void>
  /**
   * Trades the refresh token for new tokens; each refresh token works once.
   *
   * @throws SignInEnded when the provider refuses; any other failure (no network) is tried again later.
   */
  refresh(): Promise<Tokens>
  /** Runs work while no other tab of the browser runs its own. */
  alone<T>(work: () => Promise<T>): Promise<T>
  readonly channel: Channel
  /** Another tab signed out, or the refresh failed. */
  onEnd(): void
  now?: () => number
  /** Milliseconds that the other tabs have for an answer. */
  readonly listening?: number
}

/** The identity provider gives no more tokens for this sign-in. */
export class SignInEnded extends Error {}

/** Under this much validity left a token is refreshed, seconds. */
const threshold = 70
/** Under this much validity left a token does not outlast a call of a page that ends, seconds. */
const leavingThreshold = 5

/**
 * Keeps the access token fresh with one refresh among all tabs: a refresh token that is used twice revokes the
 * whole sign-in. Whoever has the lock first asks the others for newer tokens, and refreshes only if there are none.
 */
export function createRefresher({
  read,
  write,
  refresh,
  alone,
  channel,
  onEnd,
  now = () => Date.now() / 1_000,
  listening = 150,
}: RefresherDependencies) {
  const me = Math.random().toString(36)
  let running: Promise<Tokens | undefined> | undefined
  let receive: ((tokens: Tokens) => void) | undefined

  channel.listen((talk) => {
    if (talk.say === 'leaving') onEnd()
    if (talk.say === 'asking' && talk.from !== me) void answerWithOwn()
    if (talk.say === 'holding') void keepNewer(talk.tokens)
  })

  async function answerWithOwn() {
    const tokens = await read()
    if (tokens && tokens.expiresAt > now()) channel.post({ say: 'holding', tokens })
  }

  async function keepNewer(tokens: Tokens) {
    const own = await read()
    if (own && own.person !== tokens.person) return
    if (!own || own.expiresAt < tokens.expiresAt) await write(tokens)
    receive?.(tokens)
  }

  /** Waits for an answer of the other tabs, or for the end of the time: some answer with old tokens. */
  function askOthers(isEnough: (tokens: Tokens) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, listening)
      receive = (tokens) => {
        if (!isEnough(tokens)) return
        clearTimeout(timer)
        resolve()
      }
      channel.post({ say: 'asking', from: me })
    })
  }

  async function renew(): Promise<Tokens | undefined> {
    return alone(async () => {
      await askOthers(isFresh)
      const own = await read()
      if (own && isFresh(own)) return own
      const tokens = await refresh()
      await write(tokens)
      channel.post({ say: 'holding', tokens })
      return tokens
    })
  }

  const isFresh = (tokens: Tokens) => tokens.expiresAt - now() >= threshold

  /** Fresh tokens; concurrent callers wait for the same refresh. `isLeaving`: there is no time for one while the old tokens are good. */
  async function current(isLeaving = false): Promise<Tokens | undefined> {
    const own = await read()
    if (!own || isFresh(own) || (isLeaving && own.expiresAt - now() > leavingThreshold)) return own
    running ??= renew()
      .catch((error: unknown) => {
        if (!(error instanceof SignInEnded)) return read()
        onEnd()
        return undefined
      })
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    current,
    /** The sign-in of another tab, for a tab that was opened just now. */
    async adopt(): Promise<Tokens | undefined> {
      const own = await read()
      if (own) return own
      await askOthers(() => true)
      return read()
    },
    leave: () => channel.post({ say: 'leaving' }),
  }
}
