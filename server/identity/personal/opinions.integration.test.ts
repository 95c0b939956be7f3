import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testWorld, type TestWorld, tokensOf } from '../testing.ts'

describe('phrases for opinions', () => {
  let world: TestWorld
  let tokens: Record<'wang' | 'chen', string>

  beforeAll(async () => {
    world = await testWorld()
    for (const userName of ['wang', 'chen']) await world.person({ userName })
    tokens = { wang: (await tokensOf(world.app, 'wang')).access_token ?? '', chen: (await tokensOf(world.app, 'chen')).access_token ?? '' }
  })
  afterAll(() => world.close())

  const call = async (who: 'wang' | 'chen', method: 'GET' | 'PUT', opinions?: unknown) =>
    (await world.app.inject({ method, url: '/system/opinions', headers: { authorization: `Bearer ${tokens[who]}` },
      ...(opinions !== undefined && { payload: { opinions } }) }))
      .json<{ code: number; data: unknown }>()

  it('are their owner’s alone, in the order given', async () => {
    expect((await call('wang', 'GET')).data).toEqual([])
    expect((await call('wang', 'PUT', ['同意', ' 票据齐全 '])).code).toBe(200)
    expect((await call('wang', 'GET')).data).toEqual(['同意', '票据齐全'])
    expect((await call('chen', 'GET')).data).toEqual([])
  })

  it('are replaced as a whole, and may be none', async () => {
    await call('wang', 'PUT', ['a', 'b', 'c'])
    await call('wang', 'PUT', ['c', 'a'])
    expect((await call('wang', 'GET')).data).toEqual(['c', 'a'])
    await call('wang', 'PUT', [])
    expect((await call('wang', 'GET')).data).toEqual([])
  })

  it('keep the later of two lists that come together', async () => {
    const lists = Array.from({ length: 6 }, (_, n) => [`one ${n}`, `two ${n}`])
    const answers = await Promise.all(lists.map((list) => call('wang', 'PUT', list)))
    expect(answers.map(({ code }) => code)).toEqual(lists.map(() => 200))
    expect(lists).toContainEqual((await call('wang', 'GET')).data)
  })

  it('have at most 1,000 characters each, and are at most 50', async () => {
    const longest = '好'.repeat(1_000)
    expect((await call('wang', 'PUT', [longest])).code).toBe(200)
    expect((await call('wang', 'PUT', [`${longest}好`])).code).toBe(42009)
    expect((await call('wang', 'PUT', [' '])).code).toBe(42009)
    expect((await call('wang', 'PUT', Array.from({ length: 51 }, () => 'a'))).code).toBe(42009)
    expect((await call('wang', 'GET')).data).toEqual([longest])
  })
})
