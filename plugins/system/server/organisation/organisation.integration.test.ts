import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UsageCount, UnitDetail, UnitMember, UnitNode } from '#plugins/system/organisation-wire.ts'
import { organisationProduct, said } from '../testing-organisation.ts'

let world: Awaited<ReturnType<typeof organisationProduct>>
beforeAll(async () => {
  world = await organisationProduct()
})
afterAll(() => world?.product.close())

const as = (who: string) => world.product.as(who)
const put = <Data = UnitDetail>(url: string, body: object, who = 'anna') => world.put<Data>(who, `/system/org${url}`, body)
const one = async (id: string) => (await as('anna').get<UnitDetail>(`/system/org/${id}`)).data
const tree = async (query = '', who = 'anna') => (await as(who).get<UnitNode[]>(`/system/org${query}`)).data
const flat = (nodes: readonly UnitNode[]): UnitNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])
const ids = (nodes: readonly UnitNode[]) => flat(nodes).map(({ id }) => id)
const added = async (body: object, who = 'anna') =>
  as(who).post<UnitDetail>('/system/org', { type: 'DEPARTMENT', parentId: 'sales', nameCn: '新组', nameEn: 'New', ...body })
const members = async (id: string, body: object = {}) =>
  (await as('anna').post<{ total: number; records: UnitMember[] }>(`/system/org/${id}/people/page`, body)).data
const usages = async (path: string, who = 'anna') => (await as(who).get<UsageCount[]>(`/system/org/${path}/usages`)).data
const counts = (found: readonly UsageCount[]) => Object.fromEntries(found.map(({ id, count }) => [id, count]))

/** Request body for a unit with its current values, plus changes. */
async function inputOf(id: string, changes: object = {}) {
  const { parentId: _, type: __, fullName: ___, enable: ____, ...input } = await one(id)
  return { ...input, ...changes }
}

describe('the tree', () => {
  it('stands in order, with members and what requests would lack', async () => {
    const nodes = flat(await tree())
    expect(nodes.map(({ id, people }) => `${id} ${people}`)).toEqual(['group 1', 'east 0', 'rd 1', 'hard 2', 'soft 0', 'sales 1', 'west 0',
      'stock 0'])
    expect(Object.fromEntries(nodes.filter(({ warnings }) => warnings.length > 0).map(({ id, warnings }) => [id, warnings]))).toEqual({
      hard: ['noHead'],
      soft: ['noHead'],
      sales: ['goneHead', 'noVicePresident'],
      stock: ['noHead', 'noVicePresident'],
    })
  })

  it.each([['硬件'], ['hardw'], ['yjz'], ['yingjian']])('is searched by %s, and shows the way there', async (keyword) => {
    const nodes = flat(await tree(`?keyword=${encodeURIComponent(keyword)}`))
    expect(nodes.map(({ id, isMatch }) => [id, isMatch])).toEqual([['group', false], ['east', false], ['rd', false], ['hard', true]])
  })

  it('belongs to those who keep it, as far as their departments go', async () => {
    expect((await as('wang').get('/system/org')).code).toBe(403)
    expect(flat(await tree('', 'keeper')).map(({ id, isKept }) => [id, isKept])).toEqual([['group', false], ['east', false], ['rd', true], [
      'hard',
      true,
    ], ['soft', true]])
    expect((await as('keeper').get('/system/org/sales')).code).toBe(404)
    expect((await added({ parentId: 'sales' }, 'keeper')).code).toBe(404)
    expect((await put('/sort', { id: 'hard', parentId: 'sales' }, 'keeper')).code).toBe(404)
    expect((await put('/sort', { id: 'sales', parentId: 'rd' }, 'keeper')).code).toBe(404)
    expect((await as('keeper').delete('/system/org/sales')).code).toBe(404)
  })
})

describe('a unit', () => {
  it('is added and changed with everything that is kept of it', async () => {
    const { data } = await added({ nameCn: '外销组', nameEn: 'Export', code: 'EX', sapCode: 'S1', head: 'wang', deputy: 'li',
      vicePresident: 'anna', hasBudgetDept: true })
    expect(data).toMatchObject({ fullName: '集团-东厂-销售部-外销组/Group-East-Sales-Export', head: 'wang', deputy: 'li',
      vicePresident: 'anna', hasBudgetDept: true, sapCode: 'S1', enable: true })
    const { data: changed } = await put('', await inputOf(data.id, { nameCn: '出口组', head: null, sapCode: '' }))
    expect(changed).toMatchObject({ fullName: '集团-东厂-销售部-出口组/Group-East-Sales-Export', head: null, sapCode: null,
      version: data.version + 1 })
    expect((await as('anna').delete(`/system/org/${data.id}`)).code).toBe(200)
    expect((await as('anna').get(`/system/org/${data.id}`)).code).toBe(404)
  })

  it.each<[string, object]>([
    ['nameCn', { nameCn: '' }],
    ['nameCn', { nameCn: 'a/b' }],
    ['name', { nameCn: '研发部', nameEn: 'R&D', parentId: 'east' }],
    ['code', { code: 'RD' }],
    ['head', { head: 'gone' }],
    ['parentId', { type: 'ENTERPRISE' }],
    ['superiorEnterprise', { superiorEnterprise: 'sales' }],
    ['admin', { admin: true }],
  ])('is refused at %s', async (field, body) => {
    expect(said(await added(body)).slice(2)).toContain(field)
  })

  it('is not overwritten by whoever was slower', async () => {
    const input = await inputOf('soft')
    const answers = await Promise.all(['a', 'b', 'c'].map((sapCode) => put('', { ...input, sapCode })))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 42007, 42007])
    expect(answers.find(({ code }) => code === 42007)?.msg).toBe('数据已被他人修改，请刷新')
  })

  it('gives nobody rights that its keeper does not have', async () => {
    expect(said(await put('', await inputOf('hard', { head: 'li' }), 'keeper'))).toEqual([42009, expect.any(String), 'head'])
    expect(said(await put('', await inputOf('hard', { head: 'keeper' }), 'keeper')).slice(2)).toEqual(['head'])
  })

  it('reports to another enterprise, never in a ring', async () => {
    expect((await put('/east/superior', { enterpriseId: 'west' })).data).toMatchObject({ superiorEnterprise: 'west' })
    expect(said(await put('/west/superior', { enterpriseId: 'east' }))).toEqual([42009, '上级企业不可形成循环', 'superiorEnterprise'])
    expect((await put('/east/superior', { enterpriseId: null })).data).toMatchObject({ superiorEnterprise: null })
  })

  it('is disabled with everything below, and enabled below what is enabled', async () => {
    await put('/rd/enable', { enable: false })
    expect(flat(await tree()).filter(({ enable }) => !enable).map(({ id }) => id)).toEqual(['rd', 'hard', 'soft'])
    expect(ids(await tree('?enable=false'))).toEqual(['group', 'east', 'rd', 'hard', 'soft'])
    expect(said(await put('/hard/enable', { enable: true }))).toEqual([42009, '上级组织已停用，请先启用上级'])
    for (const id of ['rd', 'hard', 'soft']) expect((await put(`/${id}/enable`, { enable: true })).data).toMatchObject({ enable: true })
  })

  it('is deleted only when nothing is in it', async () => {
    expect(said(await as('anna').delete('/system/org/rd'))).toEqual([42009, '仍有人员 1、下级组织 2，不可删除，可停用'])
    const { data } = await added({ nameCn: '空组' })
    const answers = await Promise.all([as('anna').delete(`/system/org/${data.id}`),
      as('anna').post(`/system/org/${data.id}/people`, { userId: 'wang' })])
    const left = await world.product.database.db.selectFrom('sys_user_group').selectAll().where('group_id', '=', data.id).execute()
    expect(answers.map(({ code }) => code === 200)).toEqual(left.length > 0 ? [false, true] : [true, false])
    if (left.length > 0) await as('anna').delete(`/system/org/${data.id}/people/wang`)
  })
})

describe('a move', () => {
  const order = async (parent: string) => flat(await tree()).filter(({ parentId }) => parentId === parent).map(({ id }) => id)

  it('keeps ids and recalculates every full name below', async () => {
    expect((await put('/sort', { id: 'rd', parentId: 'west', before: 'stock' })).code).toBe(200)
    expect(await order('west')).toEqual(['rd', 'stock'])
    expect((await one('hard')).fullName).toBe('集团-西厂-研发部-硬件组/Group-West-R&D-Hardware')
    await put('/sort', { id: 'rd', parentId: 'east', before: 'sales' })
    expect((await one('hard')).fullName).toBe('集团-东厂-研发部-硬件组/Group-East-R&D-Hardware')
  })

  it('within its siblings is their order', async () => {
    await put('/sort', { id: 'hard', parentId: 'rd' })
    expect(await order('rd')).toEqual(['soft', 'hard'])
    await put('/sort', { id: 'hard', parentId: 'rd', before: 'soft' })
    expect(await order('rd')).toEqual(['hard', 'soft'])
  })

  it('is refused below itself, and where the type does not belong', async () => {
    expect(said(await put('/sort', { id: 'rd', parentId: 'hard' }))).toEqual([42009, '不可移动到自身下级'])
    expect(said(await put('/sort', { id: 'west', parentId: 'rd' }))).toEqual([42009, '该类型的组织不可放在此上级之下', 'parentId'])
    expect((await put('/sort', { id: 'rd', parentId: null })).code).toBe(42009)
  })
})

describe('the people of a unit', () => {
  it('are listed by page, main ones first, those who left last', async () => {
    const unit = (await added({ parentId: 'east', nameCn: '人组' })).data.id
    for (const userId of ['li', 'wang', 'anna'])
      expect((await as('anna').post(`/system/org/${unit}/people`, { userId, main: userId === 'wang' })).code).toBe(200)
    expect((await members(unit)).records.map(({ id, main, units }) => [id, main, units])).toEqual([['wang', true, 2], ['anna', false, 2], [
      'li',
      false,
      3,
    ]])
    expect(await members(unit, { size: 1, current: 2 })).toMatchObject({ total: 3, records: [{ id: 'anna' }] })
    expect((await members(unit, { keyword: 'J-li' })).records.map(({ id }) => id)).toEqual(['li'])
    await as('anna').delete(`/system/org/${unit}/people/wang`)
    expect((await members('hard')).records.find(({ id }) => id === 'wang')).toMatchObject({ main: true, units: 1 })
    expect(said(await as('anna').delete('/system/org/hard/people/wang'))).toEqual([42009,
      '人员至少属于一个组织，请先加入其他组织或停用账号'])
    expect((await members('sales')).records.at(-1)).toMatchObject({ id: 'gone', departed: true })
  })

  it('of one person are changed one after the other', async () => {
    await Promise.all(
      ['soft', 'sales', 'stock', 'rd'].map((unit) => as('anna').post(`/system/org/${unit}/people`, { userId: 'li', main: true })),
    )
    const rows = await world.product.database.db.selectFrom('sys_user_group').select(['group_id', 'is_main']).where('user_id', '=', 'li')
      .execute()
    expect(rows.filter(({ is_main: main }) => main)).toHaveLength(1)
    expect(rows.map(({ group_id: unit }) => unit)).toEqual(expect.arrayContaining(['soft', 'sales', 'stock', 'rd']))
  })

  it('are not changed by themselves, nor outside of what is kept', async () => {
    expect((await as('keeper').post('/system/org/rd/people', { userId: 'keeper' })).code).toBe(42009)
    expect((await as('keeper').post('/system/org/stock/people', { userId: 'wang' })).code).toBe(404)
  })
})

describe('what rests on a unit or a person', () => {
  it('is told before, and is as many as are listed', async () => {
    const { id } = (await added({ parentId: 'west', nameCn: '影响组' })).data
    await added({ parentId: id, nameCn: '下级' })
    await as('anna').post(`/system/org/${id}/people`, { userId: 'wang' })
    expect(counts(await usages(id))).toEqual({ people: 1, subUnits: 1 })
    const { data } = await as('anna').post<{ total: number; records: { name: string }[] }>(`/system/org/${id}/usages/page`, {
      kind: 'people',
    })
    expect(data).toMatchObject({ total: 1, records: [{ name: 'wang中/wang', detail: 'J-wang' }] })
    expect(counts(await usages('people/wang'))).toMatchObject({ ledUnits: 1 })
    expect((await as('keeper').get('/system/org/stock/usages')).code).toBe(404)
    expect((await as('keeper').get('/system/org/people/anna/usages')).code).toBe(404)
    expect((await as('wang').get('/system/org/people/li/usages')).code).toBe(403)
  })
})

// must be the last test: it leaves the units in an arbitrary structure
describe('many moves at once', () => {
  it('leave a tree: no ring, and every path and full name as its parents say', async () => {
    const targets = ['hard', 'soft', 'sales', 'rd', 'stock']
    const moves = targets.flatMap((id) =>
      ['east', 'west', ...targets].filter((parent) => parent !== id).map((parentId) => ({ id, parentId }))
    )
    const inputs = await Promise.all(['研发一部', '研发二部', '研发三部'].map((nameCn) => inputOf('rd', { nameCn })))
    const answers = await Promise.all([...moves.map((move) => put('/sort', move)), ...inputs.map((input) => put('', input)),
      ...targets.map((parentId) => added({ parentId, nameCn: `新${parentId}` }))])
    expect(answers.filter(({ code }) => ![200, 42009, 42007].includes(code))).toEqual([])
    expect(answers.some(({ code }) => code === 200)).toBe(true)
    const rows = await world.product.database.db.selectFrom('sys_group').select(['id', 'parent_id', 'path', 'full_name', 'name', 'level'])
      .where('del_flag', '=', 0).execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const row of rows) {
      const above = row.parent_id === null ? undefined : byId.get(row.parent_id)
      expect(row.path).toBe(`${above?.path ?? '/'}${row.id}/`)
      expect(row.level).toBe((above?.level ?? 0) + 1)
      expect(row.full_name.split('/')[0]).toBe([above?.full_name.split('/')[0], row.name.split('/')[0]].filter(Boolean).join('-'))
    }
    expect(new Set(ids(await tree())).size).toBe(rows.length)
  })
})
