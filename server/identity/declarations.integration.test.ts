import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Menu } from '#kernel/plugin.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import { menus } from './rights/menus.ts'
import { roles } from './rights/roles.ts'
import { testWorld, type TestWorld, tokensOf } from './testing.ts'

const tea: Menu = { id: 'tea', cn: '茶', en: 'Tea', sort: 1 }
const pots: Menu = { id: 'pots', parent: 'tea', cn: '茶壶', en: 'Pots', path: '/pots', needs: 'tea:pot:view', sort: 2 }
const open: Menu = { id: 'open', cn: '公告', en: 'Notices', path: '/notices', sort: 0 }
const plugin = definePlugin({
  id: 'tea',
  menus: [tea, pots, open],
  dictionaries: [{ key: 'teaKind', cn: '茶类', en: 'Kind of tea',
    items: [{ value: 'green', cn: '绿茶', en: 'Green' }, { value: 'black', cn: '红茶', en: 'Black' }] }],
})

let world: TestWorld
beforeAll(async () => {
  world = await testWorld({ plugins: [plugin] })
  await world.person({ userName: 'wang' })
})
afterAll(() => world.close())

async function get(path: string) {
  const { access_token: token } = await tokensOf(world.app, 'wang')
  return world.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
}
const data = async (path: string) => (await get(path)).json<{ data: never }>().data

describe('menus', () => {
  it('show a page to who may open it, and its directory only then', async () => {
    expect(await data('/system/menus/current')).toMatchObject([{ id: 'open', type: 'C', path: '/notices' }])
    await roles(world.db).grant('employee', ['tea:pot:*'])
    expect(await data('/system/menus/current')).toMatchObject([{ id: 'open' }, { id: 'tea', type: 'M', nameEn: 'Tea',
      children: [{ id: 'pots', parentId: 'tea', perms: 'tea:pot:view' }] }])
  })

  it('keep what an administrator changed when the plugin changes something else', async () => {
    const all = { permissions: new Set(['*']) }
    await world.db.updateTable('sys_menu').set({ name: '我的茶', sort: 9 }).where('id', '=', 'tea').execute()
    await menus(world.db).synchronise([{ ...tea, cn: '好茶', en: 'Fine tea' }, pots, open], new Date())
    expect(await menus(world.db).of(all)).toMatchObject([{ id: 'open' }, { id: 'tea', name: '我的茶', nameEn: 'Fine tea', sort: 9 }])
    await menus(world.db).synchronise([open], new Date())
    expect((await menus(world.db).of(all)).map(({ id }) => id)).toEqual(['open'])
    await menus(world.db).synchronise([tea, pots, open], new Date())
    expect(await menus(world.db).of(all)).toMatchObject([{ id: 'open' }, { id: 'tea', name: '我的茶', nameEn: 'Tea' }])
  })
})

describe('a menu that an administrator hides', () => {
  const everything = { permissions: new Set(['*']) }
  const set = (id: string, values: { enable?: boolean; visible?: boolean }) =>
    world.db.updateTable('sys_menu').set(values).where('id', '=', id).execute()

  it('takes everything below it along, and closes its pages', async () => {
    expect(await menus(world.db).closed(everything)).toEqual([])
    await set('tea', { enable: false })
    expect((await menus(world.db).of(everything)).map(({ id }) => id)).toEqual(['open'])
    expect(await menus(world.db).closed(everything)).toEqual(['/pots'])
    await menus(world.db).synchronise([tea, pots, open], new Date())
    expect(await data('/system/menus/closed')).toEqual(['/pots'])
    await set('tea', { enable: true })
    expect(await data('/system/menus/closed')).toEqual([])
  })

  it('closes a page to whoever may not see it; one that is only not shown stays open', async () => {
    await set('pots', { visible: false })
    expect(await menus(world.db).closed(everything)).toEqual([])
    expect(await menus(world.db).closed({ permissions: new Set() })).toEqual(['/pots'])
    await set('pots', { visible: true })
  })
})

describe('dictionaries', () => {
  it('answer in all their shapes, with their version', async () => {
    expect(await data('/system/sysDict/list?type=teaKind')).toEqual([
      { type: 'teaKind', value: 'green', label: '绿茶', localName: 'Green', localKtext: null, dictValue: 'green', dictLabel: '绿茶',
        disabled: false, description: null, fullName: null },
      { type: 'teaKind', value: 'black', label: '红茶', localName: 'Black', localKtext: null, dictValue: 'black', dictLabel: '红茶',
        disabled: false, description: null, fullName: null },
    ])
    expect(await data('/system/sysDict/type/teaKind')).toMatchObject([{ dictValue: 'green' }, { dictValue: 'black' }])
    expect(await data('/system/sysDict/enum/business-type')).toEqual([])
    expect((await get('/system/sysDict/type/nonsense')).json()).toMatchObject({ code: 404 })
    const version = (await get('/system/user/currentUser')).headers['x-dict-version']
    await world.db.updateTable('sys_dict_data').set({ enable: false }).where('value', '=', 'black').execute()
    expect((await get('/system/user/currentUser')).headers['x-dict-version']).not.toBe(version)
    expect(await data('/system/sysDict/enum/teaKind')).toEqual([{ value: 'green', label: '绿茶', labelEn: 'Green' }])
  })

  it('keep what an administrator wrote and added', async () => {
    await world.db.updateTable('sys_dict_data').set({ label: '龙井' }).where('value', '=', 'green').execute()
    await dictionaries(world.db).synchronise([{ key: 'teaKind', cn: '茶类', en: 'Kind of tea',
      items: [{ value: 'green', cn: '绿茶类', en: 'Green tea' }, { value: 'white', cn: '白茶', en: 'White' }] }], new Date())
    const items = await dictionaries(world.db).list('teaKind')
    expect(items.map(({ value, label, localName }) => [value, label, localName])).toEqual([['green', '龙井', 'Green tea'], ['black', '红茶',
      'Black'], ['white', '白茶', 'White']])
  })
})
