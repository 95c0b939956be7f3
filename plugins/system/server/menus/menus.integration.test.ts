import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { declaredMenus, menus } from '#server/identity/rights/menus.ts'
import { roles } from '#server/identity/rights/roles.ts'
import type { MenuNode } from '#plugins/system/access-wire.ts'
import system from '#plugins/system/plugin.ts'
import { organisationProduct, said } from '../testing-organisation.ts'

let world: Awaited<ReturnType<typeof organisationProduct>>
beforeAll(async () => {
  world = await organisationProduct()
})
afterAll(() => world?.product.close())

const as = (who: string) => world.product.as(who)
const put = (url: string, body: object, who = 'anna') => world.put(who, `/system/menu${url}`, body)
const add = (body: object) => as('anna').post<{ id: string }>('/system/menu', { type: 'M', nameEn: 'New', ...body })
const flat = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])
const all = async (query = '') => flat((await as('anna').get<MenuNode[]>(`/system/menu${query}`)).data)
const one = async (id: string) => (await all()).find((node) => node.id === id)!
const order = async (parent: string | null) => (await all()).filter(({ parentId }) => parentId === parent).map(({ name }) => name)
const closed = async (who = 'anna') => (await as(who).get<string[]>('/system/menus/closed')).data

async function inputOf(id: string, changes: object = {}) {
  const { parentId, name, nameEn, icon, path, component, perms, keepAlive, visible, enable, version } = await one(id)
  return { id, parentId, name, nameEn, icon, path, component, perms, keepAlive, visible, enable, version, ...changes }
}

it('holds directories, pages and buttons, each where it belongs', async () => {
  const directory = (await add({ name: '茶水' })).data.id
  const page =
    (await add({ type: 'C', name: '茶壶', component: 'oa-user', parentId: directory, icon: 'gift', perms: 'system:org:view' })).data.id
  const button = await add({ type: 'F', name: '倒茶', perms: 'system:org:edit', parentId: page })
  expect(button.code).toBe(200)
  expect(await one(page)).toMatchObject({ type: 'C', path: '/oa-user', component: 'oa-user', keepAlive: true, icon: 'gift',
    isDeclared: false, children: [{ name: '倒茶', type: 'F' }] })
  expect((await all('?name=oa-us')).map(({ id, isMatch }) => [id, isMatch])).toEqual([[directory, false], [page, true]])
  expect(said(await as('anna').delete(`/system/menu/${page}`))).toEqual([42009, '请先删除或移走下级菜单'])
  expect((await as('anna').delete(`/system/menu/${button.data.id}`)).code).toBe(200)
  expect((await one(page)).children).toEqual([])
})

it.each<[string, object]>([
  ['name', { name: '' }],
  ['name', { name: '系统管理' }],
  ['component', { type: 'C', name: '页' }],
  ['component', { type: 'C', name: '页', component: 'pages/of/my/own' }],
  ['path', { type: 'C', name: '页', path: '/nowhere' }],
  ['path', { type: 'C', name: '页', component: 'oa-user', path: '/system/role' }],
  ['path', { name: '目录', path: '/x' }],
  ['path', { type: 'C', name: '页', path: 'http://x' }],
  ['perms', { type: 'F', name: '钮', parentId: 'system' }],
  ['perms', { name: '目录', perms: 'no:such:thing' }],
  ['parentId', { type: 'F', name: '钮', perms: 'system:org:view' }],
  ['parentId', { name: '目录', parentId: 'nowhere' }],
])('is refused at %s', async (field, body) => {
  expect(said(await add(body)).slice(2)).toEqual([field])
})

it('opens one registered page, at a route that no other entry has', async () => {
  const taken = await add({ type: 'C', name: '又一个用户', path: '/system/user' })
  expect(said(taken)).toEqual([42009, '路由地址已被“用户”使用', 'path'])
  const pages = (await as('anna').get<{ component: string; path: string; cn: string }[]>('/system/menu/pages')).data
  expect(pages.find(({ path }) => path === '/system/user')).toEqual({ component: 'system/user', path: '/system/user', cn: '用户',
    en: 'Users' })
  const components = (await all()).filter(({ type }) => type === 'C').map(({ component }) => component)
  expect(components.length).toBeGreaterThan(10)
  expect(pages.map(({ component }) => component)).toEqual(expect.arrayContaining(components))
})

it('says to the shell which component a route has, and whether its tab keeps its state', async () => {
  await put('', await inputOf('update-log', { keepAlive: false }))
  const current = flat((await as('anna').get<MenuNode[]>('/system/menus/current')).data)
  expect(current.find(({ id }) => id === 'update-log')).toMatchObject({ component: 'update-log', keepAlive: false })
  expect(current.find(({ id }) => id === 'system-user')).toMatchObject({ component: 'system/user', keepAlive: true })
})

it('has a button below a page for every permission about it', async () => {
  const buttons = async (id: string) => (await one(id)).children.map(({ type, nameEn, perms }) => `${type} ${nameEn} ${perms}`)
  expect(await buttons('system-data-scope')).toEqual(['F Edit system:dataScope:edit'])
  expect(await buttons('system-role')).toEqual(['F Add system:role:add', 'F Edit system:role:edit', 'F Enable system:role:enable',
    'F Delete system:role:delete'])
  expect(await buttons('update-log')).toContain('F Publish system:updateLog:publish')
})

it('of an older release gets its component at the next start', async () => {
  const { db } = world.product.database
  await db.updateTable('sys_menu').set({ component: null, declared: sql`declared - 'component'` }).where('id', '=', 'system-role').execute()
  await menus(db).synchronise(declaredMenus([system]), new Date())
  expect(await one('system-role')).toMatchObject({ component: 'system/role' })
})

it('is sorted and moved, never into itself', async () => {
  const [first, second, third] = [(await add({ name: '甲' })).data.id, (await add({ name: '乙' })).data.id,
    (await add({ name: '丙' })).data.id]
  await put('/sort', { id: third, parentId: null, before: first })
  expect((await order(null)).slice(-3)).toEqual(['丙', '甲', '乙'])
  await put('/sort', { id: second, parentId: first })
  expect(await order(first)).toEqual(['乙'])
  expect(said(await put('/sort', { id: first, parentId: second }))).toEqual([42009, '不可移动到自身下级', 'parentId'])
  const answers = await Promise.all([put('/sort', { id: first, parentId: third }), put('/sort', { id: third, parentId: first })])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 42009])
})

it('changes for whoever was first', async () => {
  const { id } = (await add({ name: '并发' })).data
  const input = await inputOf(id)
  const answers = await Promise.all(['A', 'B'].map((nameEn) => put('', { ...input, nameEn })))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 42007])
})

it('of a module is changed, hidden and disabled, and stays so at the next start; it is not deleted', async () => {
  const id = 'cards-and-trips'
  expect(said(await as('anna').delete(`/system/menu/${id}`))).toEqual([42009, '模块自带的菜单不可删除，可停用或隐藏'])
  expect((await put('', await inputOf(id, { name: '后台', icon: 'tool', visible: false }))).code).toBe(200)
  const pages = (await all()).filter(({ parentId, type }) => parentId === id && type === 'C').map(({ path }) => path)
  expect(pages.length).toBeGreaterThan(0)
  expect((await put(`/${id}/enable`, { enable: false })).code).toBe(200)
  await menus(world.product.database.db).synchronise(declaredMenus([system]), new Date())
  expect(await one(id)).toMatchObject({ name: '后台', icon: 'tool', visible: false, enable: false, isDeclared: true })
  expect(await closed()).toEqual(expect.arrayContaining(pages))
  expect(JSON.stringify((await as('anna').get('/system/menus/current')).data)).not.toContain('"cards-and-trips"')
  await put(`/${id}/enable`, { enable: true })
  expect(await closed()).toEqual([])
})

it('never closes the page that keeps it', async () => {
  const refused = [42009, '菜单管理页须保持可打开，否则无法再恢复']
  const off = (await add({ name: '停用的目录', enable: false })).data.id
  expect(said(await put('/system/enable', { enable: false }))).toEqual(refused)
  expect(said(await put('/system-menu/enable', { enable: false }))).toEqual(refused)
  expect(said(await put('', await inputOf('system-menu', { enable: false })))).toEqual(refused)
  expect(said(await put('/sort', { id: 'system', parentId: off }))).toEqual(refused)
  expect(await one('system')).toMatchObject({ enable: true, parentId: null })
})

it('offers a log of everybody only to whoever sees everybody, as its page does', async () => {
  const offered = async () =>
    flat((await as('keeper').get<MenuNode[]>('/system/menus/current')).data).some(({ path }) => path === '/system/sync-log')
  const opened = async () => (await as('keeper').post('/system/syncLog/page', {})).code
  expect([await offered(), await opened(), (await closed('keeper')).includes('/system/sync-log')]).toEqual([false, 403, true])
  await roles(world.product.database.db).setScope('sealKeeper', '*', { scope: 'all', withSub: false, departments: [] })
  expect([await offered(), await opened(), (await closed('keeper')).includes('/system/sync-log')]).toEqual([true, 200, false])
})

it('is its administrators’', async () => {
  for (const answer of [await as('wang').get('/system/menu'), await as('wang').post('/system/menu', { type: 'M', name: 'x', nameEn: 'x' }),
    await put('/sort', { id: 'system', parentId: null }, 'wang'), await as('keeper').delete('/system/menu/system')])
    expect(answer.code).toBe(403)
  expect((await as('anna').get<string[]>('/system/menu/permissions')).data).toContain('system:menu:view')
  expect(await closed('wang')).not.toEqual([])
})
