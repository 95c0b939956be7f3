import { beforeEach, expect, it, vi } from 'vitest'
import { arrive } from './arrive.ts'

const sessionOf = (isSignedIn: boolean, fails = false) => ({
  signIn: vi.fn<(returnTo: string, language: string) => Promise<void>>(async () => undefined),
  resume: async () => isSignedIn,
  complete: async () => {
    if (fails) throw new Error('state is unknown')
    return '/expense/claims?x=1'
  },
})
const here = () => location.pathname + location.search
const at = (address: string) => history.replaceState(null, '', address)

beforeEach(() => at('/'))

it('leads somebody who is signed in from the sign-in’s address to the home page', async () => {
  at('/login?from=bookmark')
  expect(await arrive(sessionOf(true))).toBe('arrived')
  expect(here()).toBe('/')
})

it('leaves them on every other page', async () => {
  at('/expense/claims?state=1')
  expect(await arrive(sessionOf(true))).toBe('arrived')
  expect(here()).toBe('/expense/claims?state=1')
})

it('goes on where the person was before the sign-in', async () => {
  at('/login?code=c&state=s')
  expect(await arrive(sessionOf(false))).toBe('arrived')
  expect(here()).toBe('/expense/claims?x=1')
  at('/login?code=c&state=s')
  expect(await arrive(sessionOf(false, true))).toBe('failed')
})

it.each([['/expense/claims?x=1', '/expense/claims?x=1'], ['/login', '/']])('asks who is not signed in at %s to sign in, for %s',
  async (from, returnTo) => {
    at(from)
    const session = sessionOf(false)
    expect(await arrive(session)).toBe('leaving')
    expect(session.signIn.mock.calls.map(([to]) => to)).toEqual([returnTo])
  })
