import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '#server/http/access.ts'
import { testWorld, type TestWorld, tokensOf } from './testing.ts'
import { users } from './organisation/users.ts'

describe('a script signs in with a password', () => {
  let world: TestWorld

  beforeAll(async () => {
    world = await testWorld({
      routes: (app) => app.get('/who', { config: { access: signedIn } }, async (request) => request.caller.userName),
    })
    await world.person({ userName: 'wang' })
  })
  afterAll(() => world.close())

  const who = (token: string | undefined) => world.app.inject({ url: '/who', headers: { authorization: `Bearer ${token}` } })

  it('and its token opens the calls', async () => {
    const tokens = await tokensOf(world.app, 'wang')
    expect(tokens).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 300, refresh_expires_in: 1800 })
    expect((await who(tokens.access_token)).json()).toMatchObject({ code: 200, data: 'wang' })
  })

  it('whatever the case of the name', async () => {
    expect((await tokensOf(world.app, 'WANG')).status).toBe(200)
  })

  it('not with a wrong password, nor as nobody', async () => {
    expect(await tokensOf(world.app, 'wang', 'wrong-one')).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await tokensOf(world.app, 'nobody')).toMatchObject({ status: 400, error: 'invalid_grant',
      error_description: 'Wrong user name or password' })
  })

  it('and is refused on the next call once the account is disabled', async () => {
    const id = await world.person({ userName: 'chen' })
    const tokens = await tokensOf(world.app, 'chen')
    expect((await who(tokens.access_token)).statusCode).toBe(200)
    await users(world.db, new Date()).setEnabled(id, false)
    expect((await who(tokens.access_token)).statusCode).toBe(401)
    expect(await tokensOf(world.app, 'chen')).toMatchObject({ error: 'invalid_grant', error_description: 'This account is deactivated' })
    await users(world.db, new Date()).setEnabled(id, true)
    expect((await who(tokens.access_token)).statusCode).toBe(401)
  })
})

describe('without the demo company', () => {
  it('there is no password grant', async () => {
    const world = await testWorld({ settings: { DEMO: 'false' } })
    await world.person({ userName: 'wang' })
    expect(await tokensOf(world.app, 'wang')).toMatchObject({ status: 401, error: 'invalid_client' })
    await world.close()
  })
})
