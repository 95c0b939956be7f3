import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { groups } from './organisation/groups.ts'
import { testWorld, type TestWorld, tokensOf } from './testing.ts'
import { users } from './organisation/users.ts'

let world: TestWorld
const tokens = new Map<string, string>()

beforeAll(async () => {
  world = await testWorld({ parts: { clock: { now: () => new Date('2026-11-20T10:00:00+08:00') } } })
  for (const id of ['sales', 'works', 'other']) await groups(world.db, new Date()).create({ id, type: 'DEPARTMENT', name: `${id}/${id}` })
  for (const id of ['wang', 'chen', 'zhao', 'gone'])
    await world.person({ id, userName: id, departments: id === 'wang' ? [{ id: 'sales' }, { id: 'works' }] : [{ id: 'sales' }] })
  for (const id of ['wang', 'chen', 'zhao']) tokens.set(id, (await tokensOf(world.app, id)).access_token ?? '')
  await users(world.db, new Date()).setEnabled('gone', false)
})
afterAll(() => world?.close())

interface ProfileAnswer<Data> {
  readonly code: number
  readonly msg: string
  readonly data: Data
}

async function call<Data = { fields?: readonly { name: string }[] } | null>(who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string, payload?: object): Promise<ProfileAnswer<Data>> {
  return (await world.app.inject({ method, url, headers: { authorization: `Bearer ${tokens.get(who)}` }, ...(payload && { payload }) }))
    .json<ProfileAnswer<Data>>()
}

interface Profile {
  readonly nickname: string | null
  readonly email: string | null
  readonly departments: readonly { readonly id: string; readonly main: boolean }[]
}

const fieldsOf = ({ data }: ProfileAnswer<{ fields?: readonly { name: string }[] } | null>) => data?.fields?.map(({ name }) => name)

describe('a person’s own account', () => {
  it('keeps what they may change, and refuses a wrong e-mail and a taken one at the field', async () => {
    expect((await call<Profile>('wang', 'PUT', '/system/profile', { nickname: '小王', email: 'wang@demo.example' })).data).toMatchObject({
      nickname: '小王',
      email: 'wang@demo.example',
    })
    expect(fieldsOf(await call('wang', 'PUT', '/system/profile', { email: 'nonsense' }))).toEqual(['email'])
    expect(fieldsOf(await call('chen', 'PUT', '/system/profile', { email: 'WANG@demo.example' }))).toEqual(['email'])
    expect((await call('wang', 'PUT', '/system/profile', { name: '别人/Other' })).code).toBe(42009)
  })

  it('makes one of their own departments the main one, and no other', async () => {
    const main = async () =>
      (await call<Profile>('wang', 'GET', '/system/profile')).data.departments.filter((unit) => unit.main).map(({ id }) => id)
    expect(await main()).toEqual(['sales'])
    expect((await call('wang', 'PUT', '/system/profile', { mainDepartmentId: 'works' })).code).toBe(200)
    expect(await main()).toEqual(['works'])
    expect(fieldsOf(await call('wang', 'PUT', '/system/profile', { mainDepartmentId: 'other' }))).toEqual(['mainDepartmentId'])
    expect(await main()).toEqual(['works'])
  })

  it('keeps the telephone for administrators', async () => {
    expect((await call('wang', 'POST', '/idp/realms/oa/account', { attributes: { phone: '13800000001' } })).code).toBe(42009)
  })

  it('joins no unit that was deleted meanwhile', async () => {
    await groups(world.db, new Date()).create({ id: 'short', type: 'DEPARTMENT', name: 'short/short' })
    await groups(world.db, new Date()).remove('short', 'wang')
    await expect(users(world.db, new Date()).setDepartments('chen', [{ id: 'short' }])).rejects.toMatchObject({ code: 'identity.unitGone' })
  })
})

describe('a stand-in', () => {
  const week = { delegateId: 'chen', startTime: '2026-11-23 08:00:00', endTime: '2026-11-27 18:00:00' }
  const list = async (who = 'wang') =>
    (await call<{ id: string; version: number; enable: boolean; delegate: { id: string } }[]>(who, 'GET', '/system/delegation/list')).data

  it('is somebody else who is there, for a time to come', async () => {
    expect(fieldsOf(await call('wang', 'POST', '/system/delegation', { ...week, delegateId: 'wang' }))).toEqual(['delegateId'])
    expect(fieldsOf(await call('wang', 'POST', '/system/delegation', { ...week, delegateId: 'gone' }))).toEqual(['delegateId'])
    expect(fieldsOf(await call('wang', 'POST', '/system/delegation', { ...week, endTime: week.startTime }))).toEqual(['endTime'])
    expect(
      fieldsOf(
        await call('wang', 'POST', '/system/delegation', { ...week, startTime: '2026-11-01 08:00:00', endTime: '2026-11-02 08:00:00' }),
      ),
    ).toEqual(['endTime'])
    expect(await list()).toEqual([])
  })

  it('is one at a time for a process, and is what the engine asks', async () => {
    expect((await call('wang', 'POST', '/system/delegation', { ...week, businessTypes: ['leave'] })).code).toBe(200)
    expect(await list()).toMatchObject([{ delegate: { id: 'chen' }, enable: true }])
    expect(await list('chen')).toEqual([])
    const overlap = await call('wang', 'POST', '/system/delegation', { ...week, businessTypes: ['leave', 'trip'],
      endTime: '2026-11-24 08:00:00' })
    expect(overlap).toMatchObject({ code: 42009, data: { fields: [{ name: 'startTime' }] } })
    expect((await call('wang', 'POST', '/system/delegation', { ...week, businessTypes: ['trip'] })).code).toBe(200)
    expect((await world.identity.organisationAt(world.db)).delegates).toHaveLength(2)
  })

  it('asks about open tasks, and proposes to hand them over from a working day on', async () => {
    const asked = async (more: object) => {
      const { data } = await call<{ id: string }>('zhao', 'POST', '/system/delegation', { ...week, ...more })
      const [entry] = (await call<{ openTasks: string }[]>('zhao', 'GET', '/system/delegation/list')).data
      await call('zhao', 'DELETE', `/system/delegation/${data.id}`)
      return entry?.openTasks
    }
    expect(await asked({})).toBe('handOver')
    expect(await asked({ openTasks: 'keep' })).toBe('keep')
    expect(await asked({ endTime: '2026-11-23 12:00:00' })).toBe('keep')
    expect(await asked({ endTime: '2026-11-23 12:00:00', openTasks: 'handOver' })).toBe('handOver')
    expect((await call('zhao', 'POST', '/system/delegation', { ...week, openTasks: 'burn' })).code).toBe(42009)
  })

  it('is stopped, changed and deleted by whom it is for, and by nobody else', async () => {
    const [first] = await list()
    const change = { ...week, id: first!.id, version: first!.version, businessTypes: [], enable: false }
    expect((await call('chen', 'PUT', '/system/delegation', change)).code).toBe(404)
    expect((await call('wang', 'PUT', '/system/delegation', change)).code).toBe(200)
    expect((await call('wang', 'PUT', '/system/delegation', change)).code).toBe(42007)
    expect((await call('chen', 'DELETE', `/system/delegation/${first!.id}`)).code).toBe(404)
    expect((await call('wang', 'DELETE', `/system/delegation/${first!.id}`)).code).toBe(200)
    expect(await list()).toHaveLength(1)
    expect((await world.identity.organisationAt(world.db)).delegates).toHaveLength(1)
  })

  describe('in a chain', () => {
    const add = (who: string, delegateId: string, more: object = {}) =>
      call<{ id?: string; fields?: readonly { name: string }[] } | null>(who, 'POST', '/system/delegation', { ...week, delegateId,
        ...more })
    const clear = () => world.db.updateTable('user_delegate').set({ del_flag: 1 }).execute()
    beforeEach(clear)

    it('never leads back to somebody in it, and says through whom', async () => {
      await add('wang', 'chen')
      await add('chen', 'zhao')
      const closing = await add('zhao', 'wang')
      expect(closing).toMatchObject({ code: 42009, data: { fields: [{ name: 'delegateId' }] } })
      expect(closing.msg).toMatch(/^代办人形成循环：.+ → .+ → .+ → .+，请另选代办人或调整有效期$/)
      expect(await list('zhao')).toEqual([])
    })

    it('says when a substitute is away meanwhile, and who then decides', async () => {
      await add('wang', 'chen', { businessTypes: ['leave'] })
      await add('chen', 'zhao', { startTime: '2026-11-24 08:00:00', businessTypes: ['trip'] })
      expect(await list()).toMatchObject([{ away: null }])
      await add('chen', 'zhao', { startTime: '2026-11-25 08:00:00', businessTypes: ['leave'] })
      expect(await list()).toMatchObject([{ away: { startTime: '2026-11-25 08:00:00', endTime: week.endTime, delegate: { id: 'zhao' } } }])
      expect(await list('chen')).toMatchObject([{ away: null }, { away: null }])
    })

    it('may lead back at another time, for another process, or while an entry is off', async () => {
      await add('wang', 'chen', { businessTypes: ['leave'] })
      expect((await add('chen', 'wang', { businessTypes: ['trip'] })).code).toBe(200)
      expect((await add('chen', 'wang', { startTime: week.endTime, endTime: '2026-11-30 18:00:00' })).code).toBe(200)
      const off = await add('chen', 'wang', { businessTypes: ['leave'], enable: false })
      expect(off.code).toBe(200)
      const [entry] = (await list('chen')).filter(({ enable }) => !enable)
      expect(
        fieldsOf(
          await call('chen', 'PUT', '/system/delegation', { ...week, delegateId: 'wang', businessTypes: ['leave'], id: entry!.id,
            version: entry!.version, enable: true }),
        ),
      ).toEqual(['delegateId'])
    })

    it('counts only what all of it have in common', async () => {
      await add('wang', 'chen', { endTime: '2026-11-25 12:00:00' })
      await add('chen', 'zhao', { startTime: '2026-11-25 08:00:00' })
      expect((await add('zhao', 'wang', { startTime: '2026-11-25 12:00:00' })).code).toBe(200)
      await clear()
      await add('wang', 'chen', { businessTypes: ['leave', 'trip'] })
      await add('chen', 'zhao', { businessTypes: ['trip', 'claim'] })
      expect((await add('zhao', 'wang', { businessTypes: ['leave', 'claim'] })).code).toBe(200)
      expect(fieldsOf(await add('zhao', 'wang', { businessTypes: ['trip'] }) as never)).toEqual(['delegateId'])
    })

    it('is not closed by two who save at once', async () => {
      for (const _ of [1, 2, 3]) {
        await clear()
        const answers = await Promise.all([add('wang', 'chen'), add('chen', 'zhao'), add('zhao', 'wang')])
        expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 200, 42009])
      }
    })
  })
})
