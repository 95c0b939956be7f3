import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fields } from '#kernel/fields.ts'
import type { DesignView } from '#kernel/flow/design.ts'
import { approve, defineFlow, departmentHead } from '#kernel/flow.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing } from '#plugins/forms/server/contract-filing.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { type CallToRace, racing } from './testing-races.ts'
import type { DesignProblem, FormContent, FormDesign, FormDesignRow, FormPublication } from '../wire.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
}, 240_000)
afterAll(() => product?.close())

const path = '/workflow/dynamicForm'
const admin = () => product.as('admin')
const place = { place: { kind: 'text', cn: '地点', en: 'Place', required: true, max: 50, section: 'contents' } } as const satisfies Fields

let made = 0
/** A design of its own for each test. */
async function drawn(fields: Fields, change: Partial<FormContent['form']> = {}, more: Partial<FormContent> = {}): Promise<FormDesign> {
  made += 1
  const asked = { urlPage: `outing-${made}`, prefix: `LV${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[made]}`, group: 'administration', cn: '外出登记',
    en: 'Outing' }
  const { data, ...answer } = await admin().post<FormDesign>(path, asked)
  expect(answer).toMatchObject({ code: 200 })
  const { id, revision, content } = data
  const saved = await admin().put<FormDesign>(`${path}/${id}`, { revision,
    content: { ...content, ...more, form: { ...content.form, fields: { ...content.form.fields, ...fields }, ...change } } })
  expect(saved).toMatchObject({ code: 200 })
  return saved.data
}

async function published(design: FormDesign): Promise<FormDesign> {
  const answer = await admin().post<FormDesign>(`${path}/${design.id}/publish`, { revision: design.revision, reason: '投入使用' })
  expect(answer).toMatchObject({ code: 200 })
  return answer.data
}

const typeOf = ({ urlPage }: Pick<FormDesign, 'urlPage'>) => `dynamicForm:${urlPage}`
const addressOf = (design: FormDesign) => `/oaserver/${encodeURIComponent(typeOf(design))}`

const year = { from: '2026-01-01', to: '2026-12-31' }
/** Statistics count up to the day before. */
async function tomorrow(look: () => Promise<unknown>): Promise<void> {
  const { now } = product.clock
  product.clock.now = () => new Date(now().getTime() + 86_400_000)
  await look().finally(() => (product.clock.now = now))
}

const on = (design: FormDesign) =>
  filing(product, { key: typeOf(design) }, { nodeList: [{ nodeId: 'addApprover', userIdList: ['u-employee'] }] })
const outing = (more: object) => ({ title: '外出', applicantDept: 'sz-quality', ...more })

describe('a form that is designed', () => {
  it('names dictionaries and roles that the company keeps, which stay as long as it names them', async () => {
    const dictionary = { code: 'roomUse', name: '用途', nameEn: 'Use', enable: true }
    expect(await admin().post('/system/dictType', dictionary)).toMatchObject({ code: 200 })
    const item = { type: 'roomUse', value: 'course', label: '培训', localName: 'Training', enable: true }
    expect(await admin().post('/system/dictData', item)).toMatchObject({ code: 200 })
    const role = { key: 'roomKeeper', nameCn: '会议室管理员', nameEn: 'Room keeper' }
    expect(await admin().post('/system/role', role)).toMatchObject({ code: 200 })
    const { data: roles } = await admin().get<readonly { id: string; key: string }[]>('/system/role/list')
    const own = roles.find(({ key }) => key === 'roomKeeper')!
    const flow = defineFlow([approve('keeper', { rule: 'role', role: 'roomKeeper' }, { cn: '管理员', en: 'Keeper' })])
    const use = { kind: 'select', dict: 'roomUse', cn: '用途', en: 'Use', section: 'contents' } as const
    const drawnWith = await drawn({ ...place, use }, { flow })
    expect(drawnWith.problems).toEqual([])
    const design = await published(drawnWith)
    const named = 'Outing” '
    const english = product.as('admin', 'en_US')
    expect((await english.delete('/system/dictType/roomUse')).msg).toContain(named)
    expect((await english.delete(`/system/role/${own.id}`)).msg).toContain(named)
    await on(design).staff('roomKeeper', ['xuhaibo'])
    const filed = await on(design).file('quality', outing({ place: '苏州', use: 'course' }))
    expect(await on(design).passThrough(filed)).toEqual(['keeper: xuhaibo'])
  })

  it('keeps dictionaries and roles that only a draft uses, and names it', async () => {
    expect(await admin().post('/system/dictType', { code: 'gateUse', name: '门岗', nameEn: 'Gate use', enable: true })).toMatchObject({
      code: 200,
    })
    expect(await admin().post('/system/role', { key: 'gateKeeper', nameCn: '门岗管理员', nameEn: 'Gate keeper' })).toMatchObject({
      code: 200,
    })
    const { data: roles } = await admin().get<readonly { id: string; key: string }[]>('/system/role/list')
    const own = roles.find(({ key }) => key === 'gateKeeper')!
    const use = { kind: 'select', dict: 'gateUse', cn: '门岗', en: 'Gate', section: 'contents' } as const
    const design = await drawn({ ...place, use }, {
      flow: defineFlow([approve('keeper', { rule: 'role', role: 'gateKeeper' }, { cn: '管理员', en: 'Keeper' })]),
    })
    const english = product.as('admin', 'en_US')
    const remove = () => Promise.all([english.delete('/system/dictType/gateUse'), english.delete(`/system/role/${own.id}`)])
    for (const { code, msg } of await remove()) expect([code, msg]).toEqual([42009, expect.stringContaining('Outing (draft)')])
    expect(await admin().delete(`${path}/${design.id}`)).toMatchObject({ code: 200 })
    expect((await remove()).map(({ code }) => code)).toEqual([200, 200])
  })

  it('has names, keys and a page as long as they may be', async () => {
    const asked = { urlPage: 'visitor-pass-'.padEnd(40, 'x'), prefix: 'LONGES', group: 'administration', cn: '长'.repeat(30),
      en: 'Long name '.padEnd(60, 'e') }
    const { data: { id, revision, content } } = await admin().post<FormDesign>(path, asked)
    const key = 'place'.padEnd(40, 'x')
    const fields = { ...content.form.fields, [key]: { ...place.place, cn: '字'.repeat(30), en: 'W'.repeat(60) },
      kind: { kind: 'select', cn: '类'.repeat(30), en: 'K'.repeat(60), section: 'contents',
        options: [{ value: 'v'.repeat(40), cn: '选'.repeat(40), en: 'O'.repeat(80) }] } } as const
    const { data: saved } = await admin().put<FormDesign>(`${path}/${id}`, { revision,
      content: { ...content, description: '述'.repeat(200), form: { ...content.form, fields, columns: [key, 'kind'] } } })
    expect(saved.problems).toEqual([])
    const design = await published(saved)
    const filed = await on(design).file('quality', outing({ [key]: '苏州', kind: 'v'.repeat(40) }))
    expect(await on(design).passThrough(filed)).toEqual(['addApprover: employee'])
    const page = `/oaserver/form-statistics/${design.urlPage}`
    await tomorrow(async () => {
      await product.composition.jobs.tick()
      expect((await admin().post<{ totals: object }>(page, year)).data.totals).toMatchObject({ filed: '1', completed: '1' })
    })
    const { data: menus } = await admin().get('/system/menus/current')
    expect(JSON.stringify(menus)).toContain(`${asked.cn}列表`)
    expect(JSON.stringify(menus)).toContain(`${asked.en} statistics`)
  })

  it('is published, filed, approved, found in its list, filtered and exported', async () => {
    const design = await published(await drawn(place, { columns: ['place'] }))
    expect(design).toMatchObject({ state: 'published', version: 1, isChanged: false, problems: [] })
    expect(await product.as('quality').get(`/workflow/form/${typeOf(design)}`)).toMatchObject({ code: 200, data: { cn: '外出登记' } })
    const kit = on(design)
    expect(await kit.apply(product.as('quality'), outing({}))).toMatchObject({ code: 42009, data: { fields: [{ name: 'place' }] } })
    const filed = await kit.file('quality', outing({ place: '苏州' }))
    expect(await kit.passThrough(filed)).toEqual(['addApprover: employee'])
    expect(await kit.detailOf(product.as('quality'), filed)).toMatchObject({ state: 4,
      businessNo: expect.stringMatching(`^${design.prefix}`) as unknown })
    await kit.file('quality', outing({ place: '上海' }))
    const found = await admin().post(`${addressOf(design)}/page`, { current: 1, size: 10, columns: { place: '苏' } })
    expect(found).toMatchObject({ code: 200, data: { records: [{ procInstId: filed, columns: { place: '苏州' } }] } })
    const authorization = await admin().bearer()
    for (const url of [`${addressOf(design)}/export`, `${addressOf(design)}/${filed}/print`]) {
      const answer = await product.app.inject({ url, headers: { authorization } })
      expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([url, 200, expect.stringMatching(/pdf|sheet/)])
    }
  })

  it('keeps its documents as they were filed when it is published again', async () => {
    const first = await published(await drawn(place))
    const old = await on(first).file('quality', outing({ place: '苏州' }))
    const { content, id, revision } = first
    const { place: _, ...rest } = content.form.fields
    const changed = await admin().put<FormDesign>(`${path}/${id}`, { revision,
      content: { ...content,
        form: { ...content.form,
          fields: { ...rest, days: { kind: 'integer', cn: '天数', en: 'Days', required: true, min: 1, section: 'contents' } } } } })
    expect(changed).toMatchObject({ code: 200, data: { isChanged: true, version: 1 } })
    const second = await published(changed.data)
    expect(second.version).toBe(2)
    expect(await on(second).apply(product.as('quality'), outing({ place: '苏州' }))).toMatchObject({ code: 42009,
      data: { fields: [{ name: 'days' }] } })
    expect(await on(second).passThrough(old)).toEqual(['addApprover: employee'])
    expect(await on(second).detailOf(product.as('quality'), old)).toMatchObject({ state: 4, business: { place: '苏州' } })
    const back = await admin().put<FormDesign>(`${path}/${id}/rollback`, { version: 1, reason: '天数不需要' })
    expect(back).toMatchObject({ code: 200, data: { version: 1, last: 2, state: 'published', isChanged: true } })
    expect(await on(second).file('quality', outing({ place: '无锡' }))).toBeTruthy()
    const { data: history } = await admin().get<readonly FormPublication[]>(`${path}/${id}/history`)
    expect(history.map(({ action, version }) => [action, version])).toEqual([['rollback', 1], ['publish', 2], ['publish', 1]])
    // documents have the key as a text
    const other = await admin().put<FormDesign>(`${path}/${id}`, { revision: back.data.revision,
      content: { ...content,
        form: { ...content.form, fields: { ...rest, place: { kind: 'integer', cn: '地点', en: 'Place', section: 'contents' } } } } })
    expect(await admin().post(`${path}/${id}/publish`, { revision: other.data.revision, reason: '改类型' })).toMatchObject({ code: 42009,
      data: { fields: [{ name: 'fields › place', message: '已有单据中“地点”的类型是单行文本，不能改为整数，请另加字段' }] } })
  })

  it('comes with its flow', async () => {
    const design = await published(await drawn(place, { flow: defineFlow([
      approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
    ]) }))
    expect(await on(design).passThrough(await on(design).file('quality', outing({ place: '苏州' })))).toEqual(['deptHead: yangfan'])
  })

  it('is not filed once it is stopped, while what is under way goes on', async () => {
    const design = await published(await drawn(place))
    const filed = await on(design).file('quality', outing({ place: '苏州' }))
    const tiles = async () => JSON.stringify((await product.as('quality').get('/workflow/getHomeFunction')).data)
    expect(await tiles()).toContain(`"urlPage":"${design.urlPage}"`)
    expect(await admin().put(`${path}/${design.id}/stop`, { reason: '不再需要' })).toMatchObject({ code: 200, data: { state: 'stopped' } })
    expect(await on(design).apply(product.as('quality'), outing({ place: '苏州' }))).not.toMatchObject({ code: 200 })
    expect(await tiles()).not.toContain(`"urlPage":"${design.urlPage}"`)
    expect(await on(design).passThrough(filed)).toEqual(['addApprover: employee'])
    expect(await admin().delete(`${path}/${design.id}`)).toMatchObject({ code: 42009 })
  })

  it('has a page of statistics, with rights that come and go with it', async () => {
    const kinds = { ...place, hours: { kind: 'integer', cn: '小时', en: 'Hours', section: 'contents' },
      way: { kind: 'radio', cn: '方式', en: 'Way', section: 'contents',
        options: [{ value: 'car', cn: '驾车', en: 'By car' }, { value: 'train', cn: '火车', en: 'By train' }] } } as const satisfies Fields
    const design = await published(await drawn(kinds))
    const permissionsOf = async () =>
      (await sql<{ permission: string }>`select distinct permission from sys_role_permission where permission like ${`%:${
        typeOf(design)
      }:%`} order by permission`.execute(product.database.db)).rows.map(({ permission }) => permission)
    expect(await permissionsOf()).toEqual(['add', 'view'].map((act) => `form:${typeOf(design)}:${act}`)
      .concat(['export', 'view'].map((act) => `stat:${typeOf(design)}:${act}`)))
    const { data: index } = await product.as('finance').get<{ contributions: readonly { point: string; key: string }[] }>(
      '/workflow/declarations',
    )
    expect(index.contributions).toContainEqual(expect.objectContaining({ point: 'statistics.pages', key: typeOf(design) }))
    expect(await product.as('finance').get(`/workflow/declarations/contribution/statistics.pages/${encodeURIComponent(typeOf(design))}`))
      .toMatchObject({ code: 200, data: { cn: '外出登记统计', measures: { f_hours: { cn: '小时' } } } })

    await on(design).file('quality', outing({ place: '苏州', hours: 3, way: 'car' }))
    const passed = await on(design).file('quality', outing({ place: '上海', hours: 5, way: 'train' }))
    await on(design).passThrough(passed)
    const call = `/oaserver/form-statistics/${design.urlPage}`
    expect(await product.as('quality').post(call, year)).toMatchObject({ code: 403 })
    await tomorrow(async () => {
      expect(await product.as('finance').post(call, year)).toMatchObject({ code: 200, data: { total: 2 } })
      expect(await product.as('finance').post(call, { ...year, filters: { f_way: ['train'] } })).toMatchObject({ code: 200,
        data: { total: 1, rows: [{ figures: { filed: '1', completed: '1', f_hours: '5' } }] } })
      expect(await product.as('finance').post(`${call}/drill`, { ...year, row: { f_way: 'car' }, measure: 'f_hours' })).toMatchObject({
        code: 200,
        data: { total: 1 },
      })
      const asked = encodeURIComponent(JSON.stringify(year))
      const authorization = await product.as('finance').bearer()
      const table = await product.app.inject({ url: `${call}/export?asked=${asked}`, headers: { authorization } })
      expect([table.statusCode, table.headers['content-type']]).toEqual([200, expect.stringContaining('sheet')])
    })

    const unused = await published(await drawn(place))
    await admin().delete(`${path}/${unused.id}`)
    const { rows } = await sql`select permission from sys_role_permission where permission like ${`%:${typeOf(unused)}:%`}`.execute(
      product.database.db,
    )
    expect(rows).toEqual([])
  })

  it('counts documents of an earlier version whose fields are gone', async () => {
    const first = await published(await drawn({ ...place, hours: { kind: 'integer', cn: '小时', en: 'Hours', section: 'contents' } }))
    await on(first).file('quality', outing({ place: '苏州', hours: 3 }))
    const { hours: _, ...rest } = first.content.form.fields
    const fields: Fields = { ...rest, cost: { kind: 'money', cn: '费用', en: 'Cost', section: 'contents' } }
    const { data: saved } = await admin().put<FormDesign>(`${path}/${first.id}`, { revision: first.revision,
      content: { ...first.content, form: { ...first.content.form, fields } } })
    const second = await published(saved)
    await on(second).file('quality', outing({ place: '上海', cost: '8.50' }))
    const { db } = product.database
    const { host, audits, servers } = product.composition
    const audit = () => audits.find(({ name }) => name === 'statistics')!.run(db, host)
    expect((await audit()).mismatches).toHaveLength(1)
    // the documents of this form are counted anew, without a recount of all
    const declared = servers.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === 'statisticsDeclared')!
    await declared.run({ host, db, at: product.clock.now(), signal: new AbortController().signal })
    expect(await audit()).toMatchObject({ mismatches: [] })
    await tomorrow(async () =>
      expect(await product.as('finance').post(`/oaserver/form-statistics/${second.urlPage}`, year)).toMatchObject({ code: 200,
        data: { totals: { filed: '2', f_cost: '8.50' } } })
    )
    expect((await audit()).checked).toBeGreaterThan(1)
  })

  it('is filed by its starters only', async () => {
    const design = await published(await drawn(place, {}, { starters: { people: ['u-employee'], departments: [], roles: [] } }))
    expect(await on(design).apply(product.as('quality'), outing({ place: '苏州' }))).toMatchObject({ code: 403 })
    expect(JSON.stringify((await product.as('quality').get('/workflow/getHomeFunction')).data)).not.toContain(design.urlPage)
    const listed = await product.as('quality').get<readonly { readonly key: string }[]>('/workflow/process/list')
    expect(listed.data.find(({ key }) => key === typeOf(design))).toMatchObject({ dynamicForm: true, urlPage: design.urlPage,
      startable: false })
  })
})

describe('the draft of a design', () => {
  it('is not overwritten by somebody who has not seen it', async () => {
    const { id, revision, content } = await drawn(place)
    expect(await admin().put(`${path}/${id}`, { revision, content })).toMatchObject({ code: 200 })
    expect(await admin().put(`${path}/${id}`, { revision, content })).toMatchObject({ code: 42007,
      msg: expect.stringMatching('已保存') as unknown })
  })

  it('says what keeps it from being published, and where', async () => {
    const design = await drawn(
      { ...place, Place: { kind: 'text', cn: '地点', en: 'Place', visible: 'nothing > 1' },
        date: { kind: 'text', cn: '日期', en: 'Date' } } as unknown as Fields,
    )
    expect(design.problems.map(({ where }) => where)).toEqual(['fields › Place', 'fields › Place', 'fields › date'])
    expect(await admin().post(`${path}/${design.id}/publish`, { revision: design.revision, reason: '试' })).toMatchObject({ code: 42009,
      data: { fields: [{ name: 'fields › Place' }, {}, {}] } })
    const { data: problems } = await admin().post<readonly DesignProblem[]>(`${path}/check`, { ...design.content,
      form: { ...design.content.form, fields: { ...place, days: { kind: 'integer', cn: '天数', en: '', value: 'nothing + 1' } } } })
    expect(problems.map(({ where }) => where)).toEqual(expect.arrayContaining([expect.stringMatching('days')]) as unknown)
  })

  it('has a page and a prefix that nobody else has or had', async () => {
    const asked = { urlPage: 'test', prefix: 'TY', group: 'administration', cn: '甲', en: 'A' }
    expect(await admin().post(path, asked)).toMatchObject({ code: 42009, data: { fields: [{ name: 'urlPage' }, { name: 'prefix' }] } })
    const design = await published(await drawn(place))
    expect(await admin().put(`${path}/${design.id}`, { revision: design.revision, content: { ...design.content, urlPage: 'another' } }))
      .toMatchObject({ code: 42009, data: { fields: [{ name: 'urlPage' }] } })
  })

  it('begins as another form, and is removed while nobody used it', async () => {
    const { data: { id, content } } = await admin().post<FormDesign>(path, { urlPage: 'own-approval', prefix: 'OWN',
      group: 'administration', cn: '自有审批', en: 'Own approval', from: 'universalApproval' })
    expect(Object.keys(content.form.fields)).toContain('contents')
    expect(await admin().delete(`${path}/${id}`)).toMatchObject({ code: 200 })
    expect(await admin().get(`${path}/${id}`)).toMatchObject({ code: 404 })
  })

  it('is deleted at its flow as well, with drafts and scenarios, as long as nobody filed', async () => {
    const [used, unused] = [await published(await drawn(place)), await published(await drawn(place))]
    const flowOf = (design: FormDesign) => `/workflow/def/${encodeURIComponent(typeOf(design))}`
    const viewOf = (design: FormDesign) => admin().get<DesignView>(`${flowOf(design)}/design`)
    await on(used).file('quality', outing({ place: '苏州' }))
    expect((await viewOf(used)).data).toMatchObject({ isDesigned: true, filed: 1 })
    expect(await admin().delete(flowOf(used))).toMatchObject({ code: 42009, msg: expect.stringContaining('1 张单据') as unknown })
    await admin().post(`${flowOf(unused)}/draft`, { name: '改一改' })
    expect((await viewOf(unused)).data).toMatchObject({ isDesigned: true, filed: 0, drafts: [{ name: '改一改' }] })
    expect(await product.as('quality').delete(flowOf(unused))).toMatchObject({ code: 403 })
    expect(await admin().delete(flowOf(unused))).toMatchObject({ code: 200 })
    expect(await viewOf(unused)).toMatchObject({ code: 404 })
    expect(await admin().get(`${path}/${unused.id}`)).toMatchObject({ code: 404 })
    const open = await product.database.db.selectFrom('flow_draft').select('id').where('key', '=', typeOf(unused))
      .where('ended_at', 'is', null).execute()
    expect(open).toEqual([])
  })

  describe('that is deleted while its first document is filed', () => {
    async function atOnce(table: string, design: FormDesign, calls: readonly CallToRace[]) {
      const answers = await racing(product, table, calls)
      const { length: documents } = await product.database.db.selectFrom('document').select('id').where('type', '=', typeOf(design))
        .execute()
      return { answers, documents }
    }
    const file = (design: FormDesign) => () => on(design).apply(product.as('quality'), outing({ place: '苏州' }))
    const remove = (design: FormDesign) => () => admin().delete(`/workflow/def/${encodeURIComponent(typeOf(design))}`)

    it('stays where the filing was first', async () => {
      const design = await published(await drawn(place))
      const { answers, documents } = await atOnce('document', design, [file(design), remove(design)])
      expect(answers).toMatchObject([{ code: 200 }, { code: 42009, msg: expect.stringContaining('1 张单据') as unknown }])
      expect(documents).toBe(1)
    })

    it('takes no document where the deletion was first, and says so', async () => {
      const design = await published(await drawn(place))
      const { answers, documents } = await atOnce('sys_role_permission', design, [remove(design), file(design)])
      expect(answers).toMatchObject([{ code: 200 }, { code: 42009, msg: '“外出登记”刚刚被删除，不能再提交' }])
      expect(documents).toBe(0)
    })
  })

  it('is for those with the right', async () => {
    const design = await drawn(place)
    for (const call of [product.as('quality').get(`${path}/page`), product.as('quality').post(path, {}),
      product.as('quality').post(`${path}/${design.id}/publish`, { revision: 1, reason: '试' })])
      expect(await call).toMatchObject({ code: 403 })
    const { data } = await admin().get<{ readonly records: readonly FormDesignRow[] }>(`${path}/page?keyword=${design.urlPage}&state=draft`)
    expect(data.records).toMatchObject([{ id: design.id, version: null, documents: 0 }])
  })
})
