import { describe, expect, it } from 'vitest'
import { Unauthenticated } from '#kernel/errors.ts'
import { remembering } from './token-cache.ts'

function verifier() {
  const asked: string[] = []
  const clock = { now: 0 }
  const verify = remembering(async (token) => {
    asked.push(token)
    if (token.startsWith('forged')) throw new Unauthenticated('error.unauthenticated')
    return { subject: token, expiresAt: new Date(300_000) }
  }, () => clock.now)
  return { asked, clock, verify }
}

describe('a token', () => {
  it('is checked once while it lasts', async () => {
    const { asked, clock, verify } = verifier()
    await verify('wang')
    clock.now = 299_999
    expect((await verify('wang')).subject).toBe('wang')
    expect(asked).toEqual(['wang'])
  })

  it('is checked again from the moment it ends', async () => {
    const { asked, clock, verify } = verifier()
    await verify('wang')
    clock.now = 300_000
    await verify('wang')
    expect(asked).toEqual(['wang', 'wang'])
  })

  it('that was refused is refused each time', async () => {
    const { asked, verify } = verifier()
    await expect(verify('forged')).rejects.toThrow(Unauthenticated)
    await expect(verify('forged')).rejects.toThrow(Unauthenticated)
    expect(asked).toEqual(['forged', 'forged'])
  })

  it('of one person never answers for another', async () => {
    const { verify } = verifier()
    await verify('wang')
    expect((await verify('chen')).subject).toBe('chen')
  })
})
