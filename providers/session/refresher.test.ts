import { describe, expect, it } from 'vitest'
import { createRefresher, SignInEnded, type Channel, type ChannelMessage, type Tokens } from './refresher.ts'

const at = 1_000

/** A simulated browser: tabs with a shared channel and lock, and a provider whose refresh tokens work once. */
function browser() {
  const listeners: ((talk: ChannelMessage) => void)[] = []
  const refreshed: string[] = []
  const ended: string[] = []
  let queue: Promise<unknown> = Promise.resolve()
  let serial = 0

  function tab(name: string, first: Tokens | undefined, failure?: Error) {
    let own = first
    let receive: ((talk: ChannelMessage) => void) | undefined
    const channel: Channel = {
      // delivered after the lock is handed on, as in a real browser
      post: (talk) => listeners.filter((listener) => listener !== receive).forEach((listener) => setTimeout(() => listener(talk))),
      listen: (listener) => {
        receive = listener
        listeners.push(listener)
      },
    }
    const refresher = createRefresher({
      read: async () => own,
      write: async (tokens) => {
        own = tokens
      },
      refresh: async () => {
        if (failure) throw failure
        refreshed.push(own?.content ?? '')
        return { ...tokens(at + 300, `r${++serial}`), person: own?.person ?? '' }
      },
      alone: (work) => {
        const result = queue.then(work)
        queue = result.catch(() => undefined)
        return result
      },
      channel,
      now: () => at,
      listening: 60,
      onEnd: () => ended.push(name),
    })
    return { ...refresher, own: () => own }
  }
  return { tab, refreshed, ended }
}

const tokens = (expiresAt: number, content = 'r0'): Tokens => ({ accessToken: `a-${content}`, person: 'wang', expiresAt, content })

describe('the refresher', () => {
  it('leaves a token alone that is valid for 70 seconds', async () => {
    const { tab, refreshed } = browser()
    expect(await tab('one', tokens(at + 70)).current()).toMatchObject({ content: 'r0' })
    expect(refreshed).toEqual([])
  })

  it('leaves a token alone while the page ends, as long as it is good', async () => {
    const { tab, refreshed } = browser()
    expect(await tab('one', tokens(at + 20)).current(true)).toMatchObject({ content: 'r0' })
    expect(refreshed).toEqual([])
    expect(await tab('two', tokens(at + 2)).current(true)).toMatchObject({ content: 'r1' })
  })

  it('refreshes once for all concurrent callers of a tab', async () => {
    const { tab, refreshed } = browser()
    const one = tab('one', tokens(at + 69))
    const all = await Promise.all([one.current(), one.current(), one.current()])
    expect(all.map((each) => each?.content)).toEqual(['r1', 'r1', 'r1'])
    expect(refreshed).toEqual(['r0'])
  })

  it('uses each refresh token once when many tabs check together', async () => {
    const { tab, refreshed } = browser()
    const tabs = ['one', 'two', 'three'].map((name) => tab(name, tokens(at + 10)))
    const all = await Promise.all(tabs.map((each) => each.current()))
    expect(refreshed).toEqual(['r0'])
    expect(new Set(all.map((each) => each?.content))).toEqual(new Set(['r1']))
  })

  it('lends a new tab the sign-in of another', async () => {
    const { tab } = browser()
    tab('one', tokens(at + 200))
    expect(await tab('new', undefined).adopt()).toMatchObject({ content: 'r0' })
  })

  it('finds nobody signed in where nobody is', async () => {
    const { tab } = browser()
    tab('one', tokens(at - 1))
    expect(await tab('new', undefined).adopt()).toBeUndefined()
  })

  it('ends the sign-in when the provider refuses', async () => {
    const { tab, ended } = browser()
    expect(await tab('one', tokens(at + 10), new SignInEnded()).current()).toBeUndefined()
    expect(ended).toEqual(['one'])
  })

  it('keeps the sign-in while the network is away', async () => {
    const { tab, ended } = browser()
    expect(await tab('one', tokens(at + 10), new TypeError('fetch failed')).current()).toMatchObject({ content: 'r0' })
    expect(ended).toEqual([])
  })

  it('never takes up the tokens of another person', async () => {
    const { tab } = browser()
    const one = tab('one', tokens(at + 200))
    const two = tab('two', { ...tokens(at + 10, 'other'), person: 'li' })
    await two.current()
    expect(one.own()).toMatchObject({ content: 'r0', person: 'wang' })
  })

  it('ends the other tabs when one signs out', async () => {
    const { tab, ended } = browser()
    const one = tab('one', tokens(at + 200))
    tab('two', tokens(at + 200))
    one.leave()
    await new Promise((resolve) => setTimeout(resolve))
    expect(ended).toEqual(['two'])
  })
})
