import { describe, expect, it } from 'vitest'
import { checkNewPassword, hashPassword, passwordMatches, randomPassword } from './credentials.ts'

describe('a stored password', () => {
  it('carries its parameters and matches only itself', async () => {
    const stored = await hashPassword('Bamboo-77', 17)
    expect(stored).toMatch(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
    expect(await passwordMatches('Bamboo-77', stored, 17)).toBe(true)
    expect(await passwordMatches('bamboo-77', stored, 17)).toBe(false)
  })

  it('is matched by nothing when there is none', async () => {
    expect(await passwordMatches('', null, 17)).toBe(false)
    expect(await passwordMatches('', undefined, 17)).toBe(false)
    expect(await passwordMatches('x', 'plain', 17)).toBe(false)
  })
})

describe('a new password', () => {
  const problem = (password: string) => {
    try {
      checkNewPassword(password, 'wang.wei')
      return undefined
    } catch (error) {
      return (error as { code: string }).code
    }
  }

  it.each(['Bamboo-77', 'sechs6', '竹子-七十七号', 'a1!b2@c3#d4$e5%f6^'])('may be %s',
    (password) => expect(problem(password)).toBeUndefined())

  it.each(['short', 'nineteen-characters', ''])('has 6 to 18 characters, unlike "%s"',
    (password) => expect(problem(password)).toBe('identity.passwordLength'))

  it.each(['123456', '654321', 'aaaaaa', 'abcdefgh', 'password', 'PASSWORD1', 'Admin123', 'wang.wei', 'WANG.WEI'])(
    'is not what everybody tries: %s',
    (password) => expect(problem(password)).toBe('identity.passwordCommon'),
  )

  it('that is made up passes its own rule', () => {
    for (let count = 0; count < 50; count += 1) expect(problem(randomPassword())).toBeUndefined()
  })
})
