import { describe, expect, it } from 'vitest'
import { Unauthenticated } from '#kernel/errors.ts'
import { remembering } from '../identity.ts'

function verifier() {
  const tokens: string[] = []
  const clock = { now: 0 }
  const verify = remembering(async (token) => {
    tokens.push(token)
    if (token.startsWith('forged')) throw new Unauthenticated('error.unauthenticated')
    return { subject: token, expiresAt: new Date(300_000) }
  }, () => clock.now)
  return { tokens, clock, verify }
}

describe('a token', () => {
  it('is checked once while it lasts', async () => {
    const { tokens, clock, verify } = verifier()
    await verify('wang')
    clock.now = 299_999
    expect((await verify('wang')).subject).toBe('wang')
    expect(tokens).toEqual(['wang'])
  })

  it('is checked again from the moment it ends', async () => {
    const { tokens, clock, verify } = verifier()
    await verify('wang')
    clock.now = 300_000
    await verify('wang')
    expect(tokens).toEqual(['wang', 'wang'])
  })

  it('that was refused is refused each time', async () => {
    const { tokens, verify } = verifier()
    await expect(verify('forged')).rejects.toThrow(Unauthenticated)
    await expect(verify('forged')).rejects.toThrow(Unauthenticated)
    expect(tokens).toEqual(['forged', 'forged'])
  })

  it('of one person never answers for another', async () => {
    const { verify } = verifier()
    await verify('wang')
    expect((await verify('chen')).subject).toBe('chen')
  })
})
