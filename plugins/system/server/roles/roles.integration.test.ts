import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import type { PermissionGroup, Role, RoleDetail, ScopePreview } from '#plugins/system/access-wire.ts'
import { peopleProduct } from '../testing-people.ts'

let product: TestProduct
beforeAll(async () => {
  product = await peopleProduct()
})
afterAll(() => product?.close())

const as = (who: string) => product.as(who)
const list = async () =>
  (await as('anna').post<{ total: number; records: readonly Role[] }>('/system/role/page', { size: 200 })).data.records
const role = async (key: string) =>
  (await as('anna').get<RoleDetail>(`/system/role/${(await list()).find((one) => one.key === key)?.id}`)).data
const put = async (who: string, key: string, body: object) => {
  const { id, version } = await role(key)
  return as(who).put<RoleDetail>(`/system/role/${id}`, { version, ...body })
}
const fieldOf = ({ data }: { data: unknown }) => (data as { fields?: readonly { name: string }[] } | undefined)?.fields?.[0]?.name
const mine = async (who: string) => (await as(who).get<{ permissions: readonly string[] }>('/system/permissions/mine')).data.permissions

describe('the roles', () => {
  it('are listed with who holds them; what a person is to one document is none of them', async () => {
    const roles = await list()
    expect(roles.find(({ key }) => key === 'cashier')).toMatchObject({ members: 1, builtIn: true, holders: 'members' })
    expect(roles.find(({ key }) => key === 'employee')).toMatchObject({ members: 6, holders: 'everyone' })
    expect(roles.some(({ key }) => key === 'initiator')).toBe(false)
    expect((await as('anna').post<{ total: number }>('/system/role/page', { keyword: 'CASHIER' })).data.total).toBe(1)
  })

  it('are nobody’s without the right', async () => {
    const { id } = await role('cashier')
    const answers = await Promise.all([
      as('worker').post('/system/role/page', {}),
      as('worker').get('/system/role/list'),
      as('worker').get('/system/role/catalogue'),
      as('worker').get(`/system/role/${id}`),
      as('worker').post('/system/role', {}),
      as('worker').put(`/system/role/${id}`, {}),
      as('worker').delete(`/system/role/${id}`),
      as('worker').put(`/system/role/${id}/users`, {}),
      as('worker').put(`/system/role/${id}/menus`, {}),
      as('worker').put(`/system/role/${id}/dataScope`, {}),
      as('worker').post('/system/dataScope/try', { userId: 'worker' }),
      as('worker').post(`/system/role/${id}/users/page`, {}),
    ])
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 403))
  })

  it('are given what the modules declare, by the part of the menu', async () => {
    const { groups } = (await as('anna').get<{ groups: readonly PermissionGroup[] }>('/system/role/catalogue')).data
    const tea = groups.find(({ id }) => id === 'tea')
    expect(tea?.rows).toEqual([{ prefix: 'tea:pot', cn: '茶壶', en: 'Pots',
      permissions: ['view', 'pour', 'export'].map((action) => ({ permission: `tea:pot:${action}`, action })) }])
  })

  it('have the same names for whoever lacks one', async () => {
    const name = async (permission: string) => (await as('worker').get(`/system/permission/name?permission=${permission}`)).data
    expect(await name('tea:pot:view')).toEqual({ cn: '茶壶：查看', en: 'Pots: View' })
    expect(await name('tea:pot:pour')).toEqual({ cn: '茶壶', en: 'Pots' })
    expect(await name('tea:gone:view')).toEqual({ cn: 'tea:gone：查看', en: 'tea:gone: View' })
  })
})

describe('a change', () => {
  it('of rights, scopes and members is one, and holds at the member’s next call', async () => {
    const before = await mine('worker')
    expect(before).not.toContain('tea:pot:pour')
    const answer = await put('anna', 'warehouse', {
      permissions: ['tea:pot:view', 'tea:pot:pour'],
      members: { add: ['worker'] },
      scopes: [{ resource: '*', scope: 3, withSub: true }, { resource: 'user', scope: 2, deptIds: ['office'] }],
    })
    expect(answer.data).toMatchObject({ permissions: ['tea:pot:pour', 'tea:pot:view'], members: 1,
      scopes: [{ resource: '*', scope: 3, withSub: true }, { resource: 'user', scope: 2, deptIds: ['office'] }] })
    expect(await mine('worker')).toEqual(expect.arrayContaining(['tea:pot:pour', 'tea:pot:view']))
    await put('anna', 'warehouse', { permissions: [], members: { remove: ['worker'] } })
    expect(await mine('worker')).toEqual(before)
  })

  it('of an old version is refused, and of two at once one', async () => {
    const { id, version } = await role('planner')
    const answers = await Promise.all(
      ['anna', 'berta'].map((who) => as(who).put(`/system/role/${id}`, { version, permissions: ['tea:pot:view'] })),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 42007])
    expect((await as('anna').put(`/system/role/${id}`, { version, permissions: [] })).code).toBe(42007)
  })

  it('that is wrong in one part leaves all of it', async () => {
    expect(fieldOf(await put('anna', 'buyer', { permissions: [], scopes: [{ resource: 'noSuchThing', scope: 1 }] }))).toBe('scopes')
    expect(fieldOf(await put('anna', 'buyer', { permissions: [], members: { add: ['nobody'] } }))).toBe('members')
    expect(fieldOf(await put('anna', 'buyer', { permissions: ['tea:cup:view'] }))).toBe('permissions')
    expect(fieldOf(await put('anna', 'buyer', { scopes: [{ resource: '*', scope: 2 }] }))).toBe('scopes')
    expect((await role('buyer')).permissions).toEqual(['tea:pot:view'])
  })

  it('through the menu exchanges the rights of entries, and no others', async () => {
    const { id } = await role('pmc')
    await put('anna', 'pmc', { permissions: ['tea:pot:pour', 'workflow:instance:admin'] })
    const chosen = async (...menuIds: string[]) =>
      (await as('anna').put<RoleDetail>(`/system/role/${id}/menus`, { menuIds })).data.permissions
    expect(await chosen('tea', 'tea-pot')).toEqual(['tea:pot:view', 'workflow:instance:admin'])
    expect(await chosen('tea', 'tea-pot', 'tea-pot:pour')).toEqual(['tea:pot:pour', 'tea:pot:view', 'workflow:instance:admin'])
    expect(await chosen()).toEqual(['workflow:instance:admin'])
    // a wildcard grants all actions of a resource
    await put('anna', 'pmc', { permissions: ['tea:pot:*'] })
    expect(await chosen('tea-pot', 'tea-pot:export')).toEqual(['tea:pot:export', 'tea:pot:view'])
  })

  it('of members part by part, and of one scope', async () => {
    const { id } = await role('legal')
    expect((await as('anna').put<RoleDetail>(`/system/role/${id}/users`, { userIds: ['worker', 'clerk'] })).data.members).toBe(2)
    expect((await as('anna').put<RoleDetail>(`/system/role/${id}/users`, { userIds: ['clerk'] })).data.members).toBe(1)
    expect((await as('anna').put<RoleDetail>(`/system/role/${id}/dataScope`, { resource: 'document', scope: 1 })).data.scopes).toEqual([{
      resource: 'document',
      scope: 1,
      withSub: false,
      deptIds: [],
    }])
    expect((await as('anna').post<{ records: { id: string; listed: boolean }[] }>(`/system/role/${id}/users/page`, {})).data.records)
      .toMatchObject([{ id: 'clerk', listed: true }])
    const heads = await role('departmentHead')
    expect(fieldOf(await as('anna').put(`/system/role/${heads.id}/users`, { userIds: ['clerk'] }))).toBe('members')
  })

  it('of what members are responsible for keeps to the choices, and goes with the membership', async () => {
    const { id } = await role('planner')
    const member = async () =>
      (await as('anna').post<{ records: { id: string; responsible: unknown }[] }>(`/system/role/${id}/users/page`, {})).data.records.map((
        one,
      ) => [one.id, one.responsible])
    const responsible = (scope: string, ...values: string[]) =>
      put('anna', 'planner', { members: { responsible: [{ userId: 'worker', scope, values }] } })
    expect(
      (await put('anna', 'planner', {
        members: { add: ['worker'], responsible: [{ userId: 'worker', scope: 'office', values: ['works', 'line'] }] },
      })).code,
    ).toBe(200)
    expect((await responsible('level', '*')).code).toBe(200)
    expect(await member()).toEqual([['worker', { level: ['*'], office: ['works', 'line'] }]])
    expect([await responsible('office', 'gone'), await responsible('level', 'nobody'), await responsible('taste', 'a')].map(fieldOf))
      .toEqual(['members', 'members', 'members'])
    await as('anna').put(`/system/role/${id}/users`, { userIds: ['worker', 'clerk'] })
    expect((await responsible('office')).code).toBe(200)
    expect(await member()).toEqual(expect.arrayContaining([['worker', { level: ['*'] }], ['clerk', {}]]))
    await as('anna').put(`/system/role/${id}/users`, { userIds: [] })
    await as('anna').put(`/system/role/${id}/users`, { userIds: ['worker'] })
    expect(await member()).toEqual([['worker', {}]])
  })

  it('of one data scope goes by its role and resource', async () => {
    const { id: roleId } = await role('warehouse')
    const scope = { roleId, resource: 'document', scope: 2, deptIds: ['office'] }
    const scopesOf = async () => (await role('warehouse')).scopes.filter(({ resource }) => resource === 'document')
    expect((await as('anna').put('/system/dataScope', scope)).code).toBe(404)
    expect((await as('worker').post('/system/dataScope', scope)).code).toBe(403)
    expect((await as('anna').post('/system/dataScope', scope)).code).toBe(200)
    const again = await as('anna').post('/system/dataScope', scope)
    expect([again.code, fieldOf(again)]).toEqual([42009, 'resource'])
    expect((await as('anna').put('/system/dataScope', { ...scope, scope: 1, deptIds: [] })).code).toBe(200)
    expect(await scopesOf()).toEqual([{ resource: 'document', scope: 1, withSub: false, deptIds: [] }])
    expect((await as('anna').delete(`/system/dataScope/${roleId}/document`)).code).toBe(200)
    expect(await scopesOf()).toEqual([])
    expect((await as('anna').delete(`/system/dataScope/${roleId}/document`)).code).toBe(404)
  })
})

describe('whoever keeps roles without administering', () => {
  it('hands out and takes away only what they may do', async () => {
    expect((await put('rolekeeper', 'hr', { permissions: ['system:user:*', 'tea:pot:view', 'tea:pot:pour'] })).code).toBe(200)
    expect(fieldOf(await put('rolekeeper', 'hr', { permissions: ['tea:pot:view'] }))).toBe('permissions')
    expect(fieldOf(await put('rolekeeper', 'buyer', { permissions: ['*'] }))).toBe('permissions')
    expect(fieldOf(await put('rolekeeper', 'administrator', { members: { add: ['worker'] } }))).toBe('members')
  })

  it('does not widen their own', async () => {
    expect((await put('rolekeeper', 'oaAdmin', { scopes: [{ resource: '*', scope: 1 }] })).msg).toBe('不可修改自己的权限')
    expect((await put('rolekeeper', 'employee', { permissions: ['tea:pot:view'] })).msg).toBe('不可修改自己的权限')
    expect(fieldOf(await put('rolekeeper', 'buyer', { members: { add: ['rolekeeper'] } }))).toBe('members')
  })

  it('copies no role beyond their own', async () => {
    const { id } = await role('administrator')
    expect(fieldOf(await as('rolekeeper').post('/system/role', { key: 'root', nameCn: '根', copyFrom: id }))).toBe('permissions')
  })
})

describe('a role of one’s own', () => {
  it('is a copy with rights and scopes but nobody in it, and goes when nobody is', async () => {
    const source = await role('cashier')
    await put('anna', 'cashier', { scopes: [{ resource: '*', scope: 2, withSub: true, deptIds: ['works'] }] })
    const { data: made } = await as('anna').post<RoleDetail>('/system/role', { key: 'teller', nameCn: '柜员', nameEn: 'Teller',
      copyFrom: source.id })
    expect(made).toMatchObject({ name: '柜员/Teller', builtIn: false, members: 0, permissions: ['tea:pot:pour'],
      scopes: [{ resource: '*', scope: 2, withSub: true, deptIds: ['works'] }] })
    expect(fieldOf(await as('anna').post('/system/role', { key: 'teller', nameCn: '又一个' }))).toBe('key')

    await put('anna', 'teller', { members: { add: ['worker'] } })
    expect((await as('anna').delete(`/system/role/${made.id}`)).msg).toBe('已被使用，不能删除')
    await put('anna', 'teller', { members: { remove: ['worker'] } })
    expect((await as('anna').delete(`/system/role/${made.id}`)).code).toBe(200)
    expect((await as('anna').get(`/system/role/${made.id}`)).code).toBe(404)
  })

  it('unlike a shipped one, which stays', async () => {
    const { id } = await role('cashier')
    expect((await as('anna').delete(`/system/role/${id}`)).msg).toBe('内置角色不可停用或删除')
    expect(fieldOf(await as('anna').put(`/system/role/${id}/enable`, { enable: false }))).toBe('enable')
  })
})

describe('trying as somebody', () => {
  const seenBy = async (userId: string) =>
    (await as('anna').post<{ admin: boolean; results: readonly ScopePreview[] }>('/system/dataScope/try', { userId })).data

  it('counts what their lists show, and says which role opens what', async () => {
    const { results } = await seenBy('keeper')
    const users = results.find(({ resource }) => resource === 'user')
    const listed = (await as('keeper').post<{ total: number }>('/system/user/page', {})).data.total
    expect(users).toMatchObject({ seen: listed, all: 6, mayView: true,
      reasons: [{ role: 'hr', scope: 3, withSub: true, from: 'default', departments: 2 }] })
    expect(users?.departments?.map(({ id }) => id)).toEqual(['works', 'line'])
  })

  it('shows an administrator all, and nothing to who may not look', async () => {
    expect((await seenBy('anna')).admin).toBe(true)
    expect((await seenBy('anna')).results.every(({ departments, seen, all }) => departments === null && seen === all)).toBe(true)
    expect((await seenBy('worker')).results.find(({ resource }) => resource === 'user')).toMatchObject({ mayView: false, seen: 0,
      departments: [] })
    expect((await as('anna').post('/system/dataScope/try', { userId: 'nobody' })).code).toBe(404)
  })
})
