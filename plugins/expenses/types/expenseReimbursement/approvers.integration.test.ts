import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { users } from '#server/identity/organisation/users.ts'
import { claim, claims, row } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'

let product: TestProduct
let on: ReturnType<typeof claims>

beforeAll(async () => {
  product = await demoProduct()
  on = claims(product)
})
afterAll(() => product?.close())
afterEach(() => product.audit())

const bearing = (unit: string) => ({ bearingDept: unit, costCenter: `cc-${unit}` })
const messageOf = async (userName: string, business: object) => {
  const [cn, en] = [await on.apply(product.as(userName), business as never),
    await on.apply(product.as(userName, 'en_US'), business as never)]
  return [cn.code, cn.msg, en.msg, on.refusal(cn).fields]
}

describe('who approves', () => {
  it('must exist: nobody heads the department', async () => {
    const units = groups(product.database.db, new Date())
    const nobody = { head: null, deputy: null, vicePresident: null, generalManager: null }
    await units.setHeads('vn-general', nobody)
    const business = claim([row('10.00', bearing('vn-production'))], { applicantDept: 'vn-general', ...bearing('vn-production') })
    expect(await messageOf('vothimai', business)).toEqual([42009, '没有总监或分管副总审批人，请联系管理员',
      'No director or deputy approver, contact the administrator', {}])
    const { data } = await on.calculate(product.as('vothimai'), business)
    expect(data.nodes.find(({ nodeId }) => nodeId === 'deptHead')).toMatchObject({ userIdList: [],
      problems: [{ code: 'approval.noHead' }] })
    await units.setHeads('vn-general', { ...nobody, head: 'u-vothimai', vicePresident: 'u-hefeng' })
  })

  it('must exist: nobody has the role, which is named with its step', async () => {
    const { db } = product.database
    const held = await db.deleteFrom('sys_user_role').where('role_id', 'in',
      db.selectFrom('sys_role').select('id').where('perm_chars', '=', 'cashier')).returningAll().execute()
    expect((await messageOf('quality', claim([row('10.00')]))).slice(0, 3)).toEqual([42009,
      '审批人列表不能为空：“出纳付款”环节的角色“出纳”没有成员，请联系管理员',
      'The approver list cannot be empty: the role “Cashier” of the step “Cashier payment” has no members, contact the administrator'])
    await db.insertInto('sys_user_role').values(held).execute()
  })

  it('is asked for by who belongs to several departments', async () => {
    const business = claim([row('10.00', bearing('sz-purchase'))], { applicantDept: undefined, ...bearing('sz-purchase') })
    expect(await messageOf('dongmei', business)).toEqual([42009, expect.anything(), expect.anything(), {
      applicantDept: '您属于多个部门，请选择审批部门/审批人',
    }])
    const id = await on.file('dongmei', { ...business, applicantDept: 'sz-purchase' })
    expect(await on.pending(id)).toMatchObject([{ node: 'deptHead', by: 'buyer' }])
  })

  it('is not of a department that the applicant does not belong to', async () => {
    const answer = await on.apply(product.as('quality'), claim([row('10.00')], { applicantDept: 'sz-office' }))
    expect([answer.code, Object.keys(on.refusal(answer).fields)]).toEqual([42009, ['applicantDept']])
  })

  it('is the superior where the head files', async () => {
    const id = await on.file('yangfan', claim([row('10.00')]))
    expect(await on.pending(id)).toMatchObject([{ node: 'deptHead', by: 'vp' }])
  })

  it('is also the head of a department to which the accountant moves a row, before the next node', async () => {
    const id = await on.file('quality', claim([row('10.00')]))
    await on.passThrough(id, { until: 'accountantReview' })
    const task = await on.at(id, 'accountantReview')
    const { business } = await on.detailOf(product.as(task.by), id)
    const items = (business['items'] as readonly object[]).map((item) => ({ ...item, ...bearing('sz-rd') }))
    expect(await on.pass(task, { business: { items }, comment: '费用归研发部' })).toMatchObject({ code: 200 })
    expect(await on.pending(id)).toMatchObject([{ node: 'bearingDeptHead', by: 'head' }])
    await on.pass((await on.pending(id))[0]!)
    expect(await on.pending(id)).toMatchObject([{ node: 'financeManager' }])
  })

  it('must be there: disabled or departed people are named at filing', async () => {
    const { db } = product.database
    const business = claim([row('10.00', bearing('dg-pmc'))], { applicantDept: 'dg-pmc', ...bearing('dg-pmc') })
    await users(db, new Date()).setEnabled('u-pmc', false)
    expect(await messageOf('zengyan', business)).toEqual([42009, '审批人韩冰已停用，请重新选择', 'Bing Han is deactivated, choose again',
      {}])
    await db.updateTable('sys_user').set({ leaving_date: '2026-11-01' }).where('id', '=', 'u-pmc').execute()
    expect(await messageOf('zengyan', business)).toEqual([42009, '审批人韩冰已离职，请联系管理员',
      'Approver Bing Han has left the company, contact the administrator', {}])
    await db.updateTable('sys_user').set({ leaving_date: null }).where('id', '=', 'u-pmc').execute()
    await users(db, new Date()).setEnabled('u-pmc', true)
    expect(await on.apply(product.as('zengyan'), business)).toMatchObject({ code: 200 })
  })

  it('is another where the one is gone by the time the claim arrives', async () => {
    const { db } = product.database
    const id = await on.file('weigang',
      claim([row('10.00', { ...bearing('dg-engineering') })], { applicantDept: 'dg-logistics', ...bearing('dg-engineering') }))
    await users(db, new Date()).setEnabled('u-liuyang', false)
    await on.pass(await on.at(id, 'deptHead'))
    expect(await on.pending(id)).toMatchObject([{ node: 'bearingDeptHead', by: 'hefeng' }])
    await users(db, new Date()).setEnabled('u-liuyang', true)
    await on.passThrough(id)
  })
})

describe('who bears the cost', () => {
  it('must have a budget', async () => {
    const business = claim([row('10.00', { bearingDept: 'dg-finance', costCenter: 'cc-sz-quality' })], { bearingDept: 'dg-finance' })
    const answer = await on.apply(product.as('quality'), business)
    expect(on.refusal(answer)).toMatchObject({ code: 42009,
      fields: { bearingDept: '没有预算，请选择正确的费用承担部门', 'items.0.bearingDept': '没有预算，请选择正确的费用承担部门' } })
  })

  it('has a cost centre of its own', async () => {
    const answer = await on.apply(product.as('quality'), claim([row('10.00', { costCenter: 'cc-sz-rd' })]))
    expect([answer.code, Object.keys(on.refusal(answer).fields)]).toEqual([42009, ['items.0.costCenter']])
    const absent = await on.apply(product.as('quality'), claim([row('10.00', { costCenter: 'nowhere' })]))
    expect([absent.code, Object.keys(on.refusal(absent).fields)]).toEqual([42009, ['items.0.costCenter']])
  })
})
