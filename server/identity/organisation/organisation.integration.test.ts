import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refused } from '#kernel/errors.ts'
import { splitName } from '#kernel/wording/names.ts'
import { connect, ownerLimits, withClient } from '#server/database/connection.ts'
import { identityReferences, recordsIn } from './directory-references.ts'
import { newId } from '../id.ts'
import { positionLevels } from '../migrations/011-position-levels.ts'
import { groups } from './groups.ts'
import { organisations } from './organisation.ts'
import { personSearchTexts } from '../migrations.ts'
import { people } from './people-and-units.ts'
import { roles } from '../rights/roles.ts'
import { testWorld, type TestWorld, tokensOf } from '../testing.ts'
import { users } from './users.ts'

let world: TestWorld
const id: Record<string, string> = {}
let token: string

beforeAll(async () => {
  world = await testWorld()
  const { db } = world
  id.group = await groups(db, new Date()).create({ type: 'GROUP', name: '集团/Group' })
  id.east = await groups(db, new Date()).create({ parent: id.group, type: 'ENTERPRISE', name: '东部公司/East', code: 'E' })
  id.finance = await groups(db, new Date()).create({ parent: id.east, type: 'DEPARTMENT', name: '财务部/Finance', hasBudgetDept: true })
  id.rd = await groups(db, new Date()).create({ parent: id.east, type: 'DEPARTMENT', name: '研发部/R&D' })
  id.hardware = await groups(db, new Date()).create({ parent: id.rd, type: 'DEPARTMENT', name: '硬件组/Hardware' })
  id.li = await world.person({ userName: 'li', name: '李娜/Na Li', departments: [{ id: id.rd }], phone: '13800000001', jobNumber: 'A100' })
  id.wang = await world.person({ userName: 'wang', name: '王伟/Wei Wang', departments: [{ id: id.hardware }, { id: id.finance }],
    roles: ['accountant'] })
  id.gone = await world.person({ userName: 'gone', name: '赵离/Li Zhao', enable: false, leavingDate: '2026-01-31',
    departments: [{ id: id.rd }], roles: ['accountant'] })
  await groups(db, new Date()).setHeads(id.rd, { head: id.li, vicePresident: id.gone })
  token = (await tokensOf(world.app, 'wang')).access_token ?? ''
})
afterAll(() => world.close())

const get = async (url: string) =>
  (await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).json<{ code: number; data: never }>()
const post = async (url: string, payload: object) =>
  (await world.app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } })).json<
    { code: number; data: never }
  >()
const names = (records: readonly { name: string }[]) => records.map(({ name }) => splitName(name).cn)

describe('the position level', () => {
  it('is what was said of the person, whoever heads a unit', async () => {
    const { db, identity } = world
    const levelOf = async (who: string | undefined) => recordsIn.person(await identity.directoryAt(db), who ?? '')?.['positionLevel']
    expect(await levelOf(id.li)).toBe('1')
    await users(db, new Date()).update(id.wang ?? '', { positionLevel: '3' })
    expect([await levelOf(id.wang), await levelOf(id.li)]).toEqual(['3', '1'])
    await users(db, new Date()).update(id.wang ?? '', { positionLevel: null })
  })

  it('of those who were there before it could be kept is what followed from their posts', async () => {
    await groups(world.db, new Date()).setHeads(id.hardware ?? '', { head: id.wang })
    const owner = connect(world.database.owner, ownerLimits, { debug() {}, info() {}, warn() {}, error() {} })
    const undone = new Error('undone')
    let levels: unknown
    await owner.transaction().execute(async (db) => {
      await sql`alter table sys_user drop column position_level cascade`.execute(db)
      await positionLevels.up(async (statement) => (await statement.execute(db)).rows)
      levels = Object.fromEntries(
        (await db.selectFrom('sys_user').select(['user_name', 'position_level']).execute()).map((
          row,
        ) => [row.user_name, row.position_level]),
      )
      throw undone
    }).catch((error: unknown) => {
      if (error !== undone) throw error
    })
    await owner.destroy()
    await groups(world.db, new Date()).setHeads(id.hardware ?? '', { head: null })
    // li heads a department below an enterprise, wang one below a department; a departed vice president counts as well
    expect(levels).toMatchObject({ li: '3', wang: '2', gone: '4' })
  })
})

describe('the directory', () => {
  const directory = () => world.identity.directoryAt(world.db)

  it('knows people and units, disabled ones too', async () => {
    const known = await directory()
    expect(known.person(id.wang ?? '')).toMatchObject({ name: '王伟/Wei Wang', enabled: true, departments: [id.hardware, id.finance],
      roles: ['accountant', 'employee'] })
    expect(known.person(id.gone ?? '')).toMatchObject({ enabled: false, departed: true })
    expect(known.department(id.rd ?? '')).toMatchObject({ parent: id.east, type: 'department', head: id.li, vicePresident: id.gone,
      hasBudgetDept: false })
    expect(known.person('nobody')).toBeUndefined()
  })

  it('finds enabled holders: listed, by the organisation, and everyone', async () => {
    const known = await directory()
    const holders = (role: string) => known.holders(role).map((person) => person.id)
    expect(holders('accountant')).toEqual([id.wang])
    expect(holders('departmentHead')).toEqual([id.li])
    expect(holders('vicePresident')).toEqual([])
    expect(holders('employee').toSorted()).toEqual([id.li, id.wang].toSorted())
    expect(holders('unknown')).toEqual([])
  })

  it('tells the departments of a limited role', async () => {
    await roles(world.db).setScope('accountant', '*', { scope: 'enterpriseBelow', withSub: false, departments: [] })
    expect([...((await directory()).person(id.wang ?? '')?.scopeDepartments ?? [])].toSorted()).toEqual(
      [id.east, id.finance, id.rd, id.hardware].toSorted(),
    )
    expect((await directory()).person(id.li ?? '')?.scopeDepartments).toEqual([])
  })

  it('names a stand-in during an absence, for the business types it is for', async () => {
    const absence = (user: string | undefined, delegate: string | undefined, types: string[]) =>
      world.db.insertInto('user_delegate').values({ id: newId(), user_id: user ?? '', delegate_id: delegate ?? '',
        start_time: sql<Date>`now() - interval '1 day'`, end_time: sql<Date>`now() + interval '1 day'`, business_types: types }).execute()
    await absence(id.li, id.wang, [])
    await absence(id.wang, id.li, ['leave'])
    await absence(id.gone, id.wang, [])
    expect((await directory()).substitute(id.li ?? '')).toBe(id.wang)
    expect((await directory()).substitute(id.wang ?? '')).toBeUndefined()
    expect((await world.identity.directoryAt(world.db, 'leave')).substitute(id.wang ?? '')).toBe(id.li)
    await expect(absence(id.li, id.gone, [])).rejects.toMatchObject({ constraint: 'user_delegate_overlap' })
    await expect(absence(id.wang, id.wang, ['trip'])).rejects.toThrow('check')
    await users(world.db, new Date()).setEnabled(id.wang ?? '', false)
    expect((await directory()).substitute(id.li ?? '')).toBeUndefined()
    await users(world.db, new Date()).setEnabled(id.wang ?? '', true)
    token = (await tokensOf(world.app, 'wang')).access_token ?? ''
  })

  it('is read once, and anew after a change, also of another instance', async () => {
    const own = organisations()
    const before = await own.at(world.db)
    expect(await own.at(world.db)).toBe(before)
    await users(world.db, new Date()).signedIn(id.wang ?? '')
    expect(await own.at(world.db)).toBe(before)
    const second = world.database.second()
    await roles(second.db).grant('employee', ['form:leave:add'])
    await second.close()
    expect((await own.at(world.db)).permissions.get('employee')).toEqual(['form:leave:add'])
  })

  it('shows a transaction its own changes, and nobody else what is rolled back', async () => {
    const own = organisations()
    const undone = world.db.transaction().execute(async (transaction) => {
      await users(transaction, new Date()).update(id.li ?? '', { name: '李新/Xin Li' })
      expect((await own.at(transaction)).users.get(id.li ?? '')?.name).toBe('李新/Xin Li')
      expect((await own.at(world.db)).users.get(id.li ?? '')?.name).toBe('李娜/Na Li')
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    await users(world.db, new Date()).update(id.wang ?? '', { nickname: 'W' })
    expect((await own.at(world.db)).users.get(id.li ?? '')?.name).toBe('李娜/Na Li')
  })

  it('tells listeners that it changed', async () => {
    const notified = new Promise<string>((resolve) =>
      void world.database.listen('directory', resolve).then(() => users(world.db, new Date()).update(id.wang ?? '', { nickname: 'Wei' }))
    )
    expect(await notified).toMatch(/^\d+$/)
  })
})

describe('people on the wire', () => {
  it.each(['王', 'wei w', 'WANGW', 'ww', 'wang'])('are found by %s', async (keyword) => {
    expect(names((await get(`/system/users/list?keyword=${encodeURIComponent(keyword)}`)).data)).toEqual(['王伟'])
  })

  it.each(['硬件', 'hardw', 'yingjian', 'yjz'])('are found by their department %s where that is asked for, never without',
    async (keyword) => {
      const list = async (more = '') => names((await get(`/system/users/list?keyword=${encodeURIComponent(keyword)}${more}`)).data)
      expect(await list('&byDepartment=1')).toContain('王伟')
      expect(await list()).not.toContain('王伟')
    })

  it('are listed with their departments, main first', async () => {
    const { data } = await get(`/system/users/list?groupId=${id.finance}`)
    expect(data).toEqual([
      expect.objectContaining({ id: id.wang, enable: 1, mainDepartment: { id: id.hardware, name: '硬件组/Hardware' },
        departments: [{ id: id.hardware, name: '硬件组/Hardware' }, { id: id.finance, name: '财务部/Finance' }] }),
    ])
    expect(JSON.stringify(data)).not.toMatch(/password|epoch|card/i)
  })

  it('are found by ids, departments and roles; those who left only when asked for', async () => {
    expect(names((await post('/system/users/usersIds', { ids: [id.wang, id.gone] })).data)).toEqual(['王伟'])
    expect(names((await post('/system/users/usersIds', { ids: [id.wang, id.gone], showDeparture: true })).data)).toEqual(['王伟', '赵离'])
    expect(names((await post('/system/users/groupIds?showDeparture=true', { groupIds: [id.rd] })).data)).toEqual(['李娜', '赵离'])
    expect(names((await post('/system/users/roleNames', { roleNames: ['accountant', 'departmentHead'] })).data)).toEqual(['李娜', '王伟'])
    expect((await post('/system/users/usersIds', { ids: Array.from({ length: 1001 }, String) })).code).toBe(42009)
  })

  it('stand in the address book under each of their departments', async () => {
    const { data } = await get('/system/groups/addressBookTree?showDeparture=3')
    const [east] = (data as {
      children: { children: { info: { name: string }; children: { type: string; info: { name: string; enable: number } }[] }[] }[]
    }[])[0]?.children ?? []
    const shown = east?.children.map((
      unit,
    ) => [unit.info.name, unit.children.map(({ type, info }) => `${type} ${info.name} ${info.enable}`)])
    expect(shown).toEqual([
      ['财务部/Finance', ['PEOPLE 王伟/Wei Wang 1']],
      ['研发部/R&D', ['DEPARTMENT 硬件组/Hardware 1', 'PEOPLE 李娜/Na Li 1', 'PEOPLE 赵离/Li Zhao 0']],
    ])
    expect(JSON.stringify((await get('/system/groups/addressBookTree')).data)).not.toContain('赵离')
  })

  it('have departments, main first, or are missing', async () => {
    expect((await get(`/system/groups/userId/${id.wang}`)).data).toMatchObject([{ id: id.hardware, main: true }, { id: id.finance,
      main: false }])
    expect((await get('/system/groups/userId/nobody')).code).toBe(404)
  })

  it('see themselves with permissions and scopes', async () => {
    expect((await get('/system/user/currentUser')).data).toMatchObject({ userName: 'wang', nameCn: '王伟', nameEn: 'Wei Wang', admin: false,
      enterpriseId: id.east, mainDepartment: { id: id.hardware },
      groups: [{ id: id.hardware, main: true, fullName: '集团-东部公司-研发部-硬件组/Group-East-R&D-Hardware' }, { main: false }],
      attributes: { locale: 'cn' } })
    expect((await get('/system/permissions/mine')).data).toEqual({ permissions: ['form:leave:add'], roles: ['accountant', 'employee'],
      dataScopes: { '*': { scope: 5, withSub: false, deptIds: [] } }, columns: {} })
  })

  it('change their password with the old one, and sign in again', async () => {
    await world.person({ userName: 'zhou' })
    const own = (await tokensOf(world.app, 'zhou')).access_token ?? ''
    const change = async (payload: object) =>
      (await world.app.inject({ method: 'PUT', url: '/system/auth/user/pwd', payload, headers: { authorization: `Bearer ${own}` } })).json<
        { code: number }
      >()
    expect((await change({ oldPassword: 'wrong-one', newPassword: 'Bamboo-77' })).code).toBe(42009)
    expect((await change({ oldPassword: 'Test@2026', newPassword: '123456' })).code).toBe(42009)
    expect((await change({ oldPassword: 'Test@2026', newPassword: 'Bamboo-77' })).code).toBe(200)
    expect((await change({ oldPassword: 'Bamboo-77', newPassword: 'Bamboo-78' })).code).toBe(401)
    expect((await tokensOf(world.app, 'zhou', 'Bamboo-77')).status).toBe(200)
  })
})

describe('the organisation on the wire', () => {
  it('is filtered by parent, type and keyword', async () => {
    expect(names((await get(`/system/groups/list?parentId=${id.east}`)).data)).toEqual(['财务部', '研发部'])
    expect(names((await get('/system/groups/list?type=ENTERPRISE')).data)).toEqual(['东部公司'])
    expect(names((await get('/system/groups/list?keyword=yjz')).data)).toEqual(['硬件组'])
    expect((await get(`/system/groups/list?keyword=${encodeURIComponent('财务')}`)).data).toMatchObject([{
      fullName: '集团-东部公司-财务部/Group-East-Finance',
      hasBudgetDept: true,
    }])
  })

  it('moves with everything below it, never below itself', async () => {
    await groups(world.db, new Date()).move(id.rd ?? '', id.finance ?? '')
    const moved = async () => (await get(`/system/groups/list?parentId=${id.rd}`)).data
    expect(await moved()).toMatchObject([{ fullName: '集团-东部公司-财务部-研发部-硬件组/Group-East-Finance-R&D-Hardware' }])
    await expect(groups(world.db, new Date()).move(id.finance ?? '', id.hardware ?? '')).rejects.toThrow(Refused)
    await groups(world.db, new Date()).move(id.rd ?? '', id.east ?? '')
    expect(await moved()).toMatchObject([{ fullName: '集团-东部公司-研发部-硬件组/Group-East-R&D-Hardware' }])
  })
})

describe('reference sources', () => {
  const caller = {} as never
  it('offer enabled people and find the others too', async () => {
    const { person, department } = identityReferences
    const query = { current: 1, size: 20, context: {}, today: '2026-11-01' }
    expect(names(await person.find(world.db, [id.gone ?? '', id.wang ?? '']))).toEqual(['王伟', '赵离'])
    expect(await person.candidates(world.db, { ...query, keyword: 'l' }, caller)).toMatchObject({ records: [{ name: '李娜/Na Li' }],
      total: 1 })
    expect(await department.candidates(world.db, { ...query, context: { hasBudgetDept: true } }, caller)).toMatchObject({
      records: [{ name: '财务部/Finance', hasBudgetDept: true }],
      total: 1,
    })
    expect(await person.find(world.db, [])).toEqual([])
  })
})

describe('people in the database', () => {
  it('name the field whose value is taken', async () => {
    await expect(world.person({ userName: 'LI' })).rejects.toMatchObject({ code: 'error.duplicate', fields: [{ field: 'userName' }] })
    await expect(world.person({ userName: 'other', jobNumber: 'A100' })).rejects.toMatchObject({ fields: [{ field: 'jobNumber' }] })
    await expect(world.person({ userName: 'other', roles: ['nonsense'] })).rejects.toMatchObject({ code: 'identity.unknownRole' })
  })

  it('keep one administrator', async () => {
    const first = await world.person({ userName: 'admin1', admin: true })
    await expect(users(world.db, new Date()).setEnabled(first, false)).rejects.toMatchObject({ code: 'identity.lastAdministrator' })
    const second = await world.person({ userName: 'admin2', admin: true })
    const both = await Promise.allSettled(
      [first, second].map((one) => world.db.transaction().execute((transaction) => users(transaction, new Date()).setEnabled(one, false))),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await people(world.db).count({ enabled: true, keyword: 'admin' })).toBe(1)
  })

  it('stand by the reading of their surnames, and are found by it, by the common one and without marks', async () => {
    const named = { cao: '曹颖/Ying Cao', zeng: '曾艳/Yan Zeng', nguyen: '阮文安/Nguyen Van An', abdu: '阿卜杜·热合曼' }
    for (const [userName, name] of Object.entries(named)) await world.person({ userName, name })
    const called = async (keyword?: string) =>
      (await people(world.db).find({ keyword, enabled: true, limit: 50 })).map(({ name }) => splitName(name).cn)
    const everyone = await called()
    expect(everyone.indexOf('曾艳')).toBeGreaterThan(everyone.indexOf('王伟'))
    expect(everyone.indexOf('曹颖')).toBeLessThan(everyone.indexOf('王伟'))
    expect([await called('zy'), await called('cy')]).toEqual([['曾艳'], ['曹颖', '曾艳']])
    for (const keyword of ['Nguyễn', 'an nguyen', 'Văn An']) expect([keyword, await called(keyword)]).toEqual([keyword, ['阮文安']])
    for (const keyword of ['阿卜杜热合曼', '阿卜杜•热合曼', '阿卜杜・热合曼', '阿卜杜 热合曼'])
      expect([keyword, await called(keyword)]).toEqual([keyword, ['阿卜杜·热合曼']])
  })

  it('were written before search texts were those of today: they are derived anew', async () => {
    const id = await world.person({ userName: 'shan', name: '单丹/Dan Shan' })
    await world.db.updateTable('sys_user').set({ pinyin: 'dandan dd' }).where('id', '=', id).execute()
    await withClient(world.database.owner, (client) =>
      personSearchTexts.up(async (statement) => {
        const { sql: text, parameters } = statement.compile(world.db)
        return (await client.query(text, [...parameters])).rows as never
      }))
    expect((await people(world.db).find({ keyword: 'shandan', limit: 5 })).map((person) => person.id)).toEqual([id])
  })
})
