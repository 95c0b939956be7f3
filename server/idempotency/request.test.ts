import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '#server/http/access.ts'
import { type TestApp, testApp } from '#server/http/testing.ts'
import { repeatableCall } from './remember.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp((app) => {
    app.post('/act/:id', { config: { access: signedIn, repeats: 'harmless' } }, async (request) => repeatableCall(request) ?? 'none')
  }, { wang: [] })
})
afterAll(() => test.app.close())

const ask = async (url: string, payload: object, key?: string) => {
  const answer = await test.app.inject({ method: 'POST', url, payload,
    headers: { authorization: 'Bearer wang', ...(key !== undefined && { 'idempotency-key': key }) } })
  return answer.json()
}

describe('the key of a call', () => {
  it('is bound to person, route, parameters and body', async () => {
    const { data } = await ask('/act/7?_t=1', { a: 1, b: [{ c: 1, d: 2 }] }, 'k')
    expect(data).toMatchObject({ userId: 'wang', route: 'POST /act/:id', key: 'k' })
    expect((await ask('/api/act/7?_t=2', { b: [{ d: 2, c: 1 }], a: 1 }, 'k')).data).toEqual(data)
    expect((await ask('/act/8', { a: 1 }, 'k')).data.parameters).not.toBe(data.parameters)
    expect((await ask('/act/7?x=1', { a: 1 }, 'k')).data.parameters).not.toBe(data.parameters)
    expect((await ask('/act/7', { a: '1', b: [{ c: 1, d: 2 }] }, 'k')).data.bodyHash).not.toBe(data.bodyHash)
    expect((await ask('/act/7', { a: 1, b: [{ d: 1, c: 2 }] }, 'k')).data.bodyHash).not.toBe(data.bodyHash)
  })
  it('may be absent', async () => {
    expect((await ask('/act/7', {})).data).toBe('none')
  })
  it.each(['', ' ', 'a b', 'x'.repeat(201), 'é'])('may not be %j', async (key) => {
    expect((await ask('/act/7', {}, key)).code).toBe(42009)
  })
})
