/** The tokens of a sign-in; `content` is opaque data of the identity client. */
export interface Tokens {
  readonly accessToken: string
  /** Subject of the tokens, which separates tabs of different people. */
  readonly person: string
  /** Expiry in epoch seconds. */
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
   * Exchanges the refresh token for new tokens; each refresh token works once.
   *
   * @throws SignInEnded when the provider refuses; other failures (no network) are retried later
   */
  refresh(): Promise<Tokens>
  /** Runs work exclusively among the browser's tabs. */
  alone<T>(work: () => Promise<T>): Promise<T>
  readonly channel: Channel
  /** Called when another tab signed out, or the refresh was refused. */
  onEnd(): void
  now?: () => number
  /** Time that other tabs have to answer, in ms. */
  readonly listening?: number
}

/** The identity provider refuses further tokens for this sign-in. */
export class SignInEnded extends Error {}

/** Remaining validity in seconds below which a token is refreshed. */
const threshold = 70
/** Remaining validity in seconds below which a token is refreshed even when the page is being left. */
const leavingThreshold = 5

/**
 * Keeps the access token valid with one refresh among all tabs, because using a refresh token twice revokes the whole sign-in. The tab that
 * holds the lock first asks the others for newer tokens, and refreshes only if there are none.
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

  /** Waits until another tab answers with suitable tokens, or until the timeout. */
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

  /** Valid tokens; concurrent callers share one refresh. `isLeaving`: no refresh while the current tokens are valid. */
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
    /** Adopts the sign-in of another tab, for a newly opened one. */
    async adopt(): Promise<Tokens | undefined> {
      const own = await read()
      if (own) return own
      await askOthers(() => true)
      return read()
    },
    leave: () => channel.post({ say: 'leaving' }),
  }
}
