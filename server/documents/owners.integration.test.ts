import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineFields, person, reference, table, text, toggle } from '#kernel/fields.ts'
import { approve, both, defineFlow, type Flow, ownerOf, personIn } from '#kernel/flow.ts'
import type { FlowView } from '#kernel/flow/flow-version.ts'
import { defineForm, formPermissions } from '#kernel/form.ts'
import { definePermissions } from '#kernel/permissions.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { problems } from '#kernel/composition/problems.ts'
import { defineResource } from '#kernel/resource.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { recordColumns } from '#server/resources/columns.ts'
import { defineServer } from '#server/plugin.ts'
import { recordOwners } from '#server/extensions/record-owners.ts'
import { moduleProduct, type ModuleProduct } from './testing-module.ts'

const can = definePermissions('test:truck', ['view', 'add', 'edit', 'enable'])

const truck = defineResource({
  name: 'truck',
  cn: '卡车',
  en: 'Truck',
  base: '/test',
  path: '/trucks',
  table: 'truck',
  key: 'code',
  fields: defineFields({
    code: text({ cn: '车牌', en: 'Plate', required: true }),
    nameCn: text({ cn: '中文名称', en: 'Chinese name', required: true }),
    nameEn: text({ cn: '英文名称', en: 'English name', required: true }),
    keeper: person({ cn: '保管人', en: 'Keeper' }),
    enable: toggle({ cn: '启用', en: 'Enabled', default: 'true' }),
  }),
  columns: ['code', 'keeper'],
  can,
  enable: 'enable',
  offers: 'truck',
  scope: 'everyone',
})

const label = { cn: '用车', en: 'Truck trip' }
const trucks = (key: string) => ({ [key]: reference({ cn: '卡车', en: 'Truck', to: 'truck' }) })
const byKeeper = approve('keeper', ownerOf('truck'), { cn: '保管人', en: 'Keeper' })
const flow = defineFlow([byKeeper,
  approve('keepers', ownerOf('others.truck'), { cn: '其他', en: 'Others', mode: 'all', when: 'count(others) > 0' })], { overdueHours: 0,
  initiatorApprover: 'self' })

const trip = (key: string, own: Flow) =>
  defineForm({ key, ...label, path: `/${key.toLowerCase()}`, prefix: key.toUpperCase(), group: 'it', icon: 'file', subject: ['reason'],
    fields: defineFields({
      applicant: person({ cn: '申请人', en: 'Applicant', readOnly: true, default: 'currentUser.id' }),
      reason: text({ cn: '事由', en: 'Reason', required: true }),
      ...trucks('truck'),
      others: table({ cn: '其他卡车', en: 'Other trucks', columns: trucks('truck') }),
    }), flow: own })

const owners = { of: 'truck', cn: '保管人', en: 'Keeper', formerly: 'truckKeeper' }
const plugin = definePlugin({ id: 'test', resources: [truck], forms: [trip('trip', flow)], owners: [owners],
  permissions: [...Object.values(can), ...Object.values(formPermissions('trip'))] })
const server = defineServer({
  id: 'test',
  migrations: [{ name: '001-truck', up: async (run) => {
    await run(sql`create table truck (${recordColumns}, code text not null, name_cn text not null, name_en text not null, keeper text,
      enable boolean not null default true)`)
  } }],
  owners: { truck: async (db) => {
    const { rows } = await sql<{ id: string; keeper: string }>`select id, keeper from truck where keeper is not null`.execute(db)
    return new Map(rows.map(({ id, keeper }) => [id, keeper]))
  } },
})

let product: ModuleProduct
let ids: Readonly<Record<'kept' | 'lent' | 'lonely', string>>

beforeAll(async () => {
  product = await moduleProduct({ plugin, server, required: { plugins: [], servers: [] } })
  const { database: { db } } = product
  await roles(db).ensure(new Date(), [{ key: 'workflowAdmin', cn: '流程管理员', en: 'Workflow administrator', holders: 'members' }])
  const add = async (code: string, keeper?: string) =>
    (await product.as('admin').post<{ id: string }>('/test/truck/add', { code, nameCn: `车${code}`, nameEn: `Truck ${code}`, keeper })).data
      .id
  ids = { kept: await add('K', 'keeper'), lent: await add('L', 'stranger'), lonely: await add('N') }
})
afterAll(() => product?.close())

const admin = () => product.as('admin', 'en_US')
const file = (business: object, as: Pick<ModuleProduct, 'as'> = product) =>
  as.as('admin', 'en_US').post<{ businessKey: string }>('/oaserver/trip/apply', { business: { reason: 'x', ...business } })
const waiting = async (id: string) =>
  (await product.database.db.selectFrom('task').select(['node', 'assignee']).where('document', '=', id).where('state', '=', 'running')
    .orderBy('id').execute()).map(({ node, assignee }) => `${node}: ${assignee}`)

describe('whoever answers for a record', () => {
  it('is asked, for the header’s and for each row’s', async () => {
    const { data } = await file({ truck: ids.kept, others: [{ truck: ids.lent }, { truck: ids.kept }] })
    expect(await waiting(data.businessKey)).toEqual(['keeper: keeper'])
    const nodes = await admin().post<{ nodeId: string; userList: { id: string; why: unknown }[] }[]>('/workflow/userNodeList', {
      businessType: 'trip',
      parameters: { reason: 'x', truck: ids.kept, others: [{ truck: ids.lent }] },
    })
    expect(nodes.data.map(({ nodeId, userList }) => [nodeId, userList.map(({ id }) => id)])).toEqual([['keeper', ['keeper']], ['keepers', [
      'stranger',
    ]]])
    expect(JSON.stringify(nodes.data[0]?.userList)).toContain('保管人/Keeper')
  })

  it('is missed by name', async () => {
    const { code, msg } = await file({ truck: ids.lonely })
    expect([code, msg]).toEqual([42009, 'Keeper of Truck N isn’t set, contact the administrator'])
    expect((await product.as('admin').post('/oaserver/trip/apply', { business: { reason: 'x', truck: ids.lonely } })).msg).toBe(
      '“车N”未设置保管人，请联系管理员',
    )
  })

  it('is found by flows that were stored with the rule’s former name, which keep their hash', async () => {
    const { database: { db } } = product
    const stored = await db.selectFrom('definition').select(['hash', 'body']).where('kind', '=', 'flow').where('key', '=', 'trip').execute()
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored[0]?.body)).not.toContain('ownerOf')
    expect(stored[0]?.body).toMatchObject({ steps: [{ by: { rule: 'truckKeeper', field: 'truck' } }, {}] })
    const { pinned, definitions } = { pinned: stored[0]!, definitions: product.composition.flows }
    expect((await definitions.pinned(db, 'trip', pinned.hash)).flow).toEqual(JSON.parse(JSON.stringify(flow)))
  })
})

describe('a flow that asks them', () => {
  it('is judged: with a record that has somebody, and for records that nobody answers for', async () => {
    const judged = async (own: Flow) =>
      (await admin().post<{ message: string }[]>('/workflow/def/validate', { businessType: 'trip', flow: own })).data.map(({ message }) =>
        message
      )
    expect(await judged(flow)).toEqual([])
    expect(await judged(defineFlow([approve('a', both(ownerOf('reason'), personIn('truck')), label)]))).toEqual([
      'The field “reason” does not lead to an approver here',
      'The field “truck” does not lead to an approver here',
    ])
  })

  it('says in words whom it asks, where a release changed it', async () => {
    await admin().put('/workflow/def/trip', await changed())
    const later = await product.upgraded([{ ...plugin,
      forms: [trip('trip', { ...flow, steps: [{ ...byKeeper, by: personIn('applicant') }] })] }])
    const { data } = await later.as('admin').get<FlowView>('/workflow/def/trip')
    expect(data.offer?.owners).toEqual({
      truck: { owner: { cn: '保管人', en: 'Keeper' }, field: { cn: '卡车', en: 'Truck' } },
      'others.truck': { owner: { cn: '保管人', en: 'Keeper' }, field: { cn: '卡车', en: 'Truck' } },
    })
    // the company's own version is in force, which has another approver than the shipped one
    const { data: filed } = await file({ truck: ids.kept }, later)
    expect(await waiting(filed.businessKey)).toEqual(['keeper: keeper'])
  })
})

/** Saves the company's flow with another interval for urging. */
async function changed() {
  const { data: { current, settings } } = await admin().get<FlowView>('/workflow/def/trip')
  return { current, settings: { ...settings, urgeMinutes: 45 }, nodes: {} }
}

it('a module without the other half stops the start', () => {
  expect(problems([{ ...plugin, owners: [] }]).map(({ message }) => message)[0]).toContain('No module declares in “owners”')
  expect(() => recordOwners([plugin], [{ ...server, owners: {} }])).toThrow('No module reads who answers for “truck”')
  expect(() => recordOwners([{ ...plugin, owners: [] }], [server])).toThrow('No module declares in “owners” who answers for “truck”')
})
