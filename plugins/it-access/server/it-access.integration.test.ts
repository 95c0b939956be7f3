import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { nvrAdartApply } from '../types/nvrAdartApply/index.ts'
import { sapPermissionApplication } from '../types/sapPermissionApplication/index.ts'
import { licenceOf, licensed, opened, permissionsOf, permissionsSay, productOwner, vpnOf } from '../types/testing.ts'
import { vpnApply } from '../types/vpnApply/index.ts'
import { licenceJob, vpnAccountJob } from './jobs.ts'

let product: TestProduct
let on: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, vpnApply)
})
afterAll(() => product?.close())

const refusal = async (business: FormValue, by = 'quality') => on.refusal(await on.apply(product.as(by), business)).fields
const account = (name: string) =>
  product.database.db.selectFrom('vpn_account').select(['state', 'valid_to', 'person_id', 'sponsor_id', 'resources', 'department_id'])
    .where('account_name', '=', name)
    .executeTakeFirst()
const complete = async (business: FormValue, name: string) => on.passThrough(await on.file('quality', business), { itAdmin: opened(name) })

describe('a VPN account', () => {
  it('is opened once for a person, extended, changed and closed by documents', async () => {
    await complete(vpnOf(), 'ying.cao')
    expect(await account('ying.cao')).toMatchObject({ state: 'active', valid_to: '2027-11-19', person_id: 'u-quality',
      department_id: 'sz-quality', resources: 'MES 10.1.2.3:8443' })
    expect(await refusal(vpnOf())).toEqual({ person: '该人员已有有效VPN账号' })
    expect(await refusal(vpnOf({ action: 'extend', accountName: 'nobody' }))).toEqual({ accountName: '没有这个有效的VPN账号' })
    await complete(vpnOf({ action: 'extend', accountName: 'YING.CAO', period: ['2027-11-01', '2028-10-30'] }), 'ying.cao')
    expect((await account('ying.cao'))?.valid_to).toBe('2028-10-30')
    await complete(vpnOf({ action: 'close', accountName: 'ying.cao' }), 'ying.cao')
    expect((await account('ying.cao'))?.state).toBe('closed')
    await complete(vpnOf(), 'ying.cao')
  })

  it('is asked for by one document at a time, which the other names; a taken name is refused where it is given', async () => {
    const id = await on.file('quality', vpnOf({ action: 'extend', accountName: 'ying.cao' }))
    const { businessNo } = await on.detailOf(product.as('quality'), id)
    expect(await refusal(vpnOf({ action: 'change', accountName: 'ying.cao' }))).toEqual({ accountName: `VPN账号已在申请中：${businessNo}` })
    await on.passThrough(id, { itAdmin: opened('ying.cao') })
    const other = await on.file('employee', vpnOf({ applicantDept: 'sz-hardware', person: 'u-employee' }))
    await on.passThrough(other, {}, 'itAdmin')
    expect(on.refusal(await on.pass(other, { comment: '已开通' })).fields).toEqual({ accountName: '请输入VPN账号' })
    expect(Object.keys(on.refusal(await on.pass(other, opened('ying.cao'))).fields)).toEqual(['accountName'])
  })

  it('of an outsider rests on the sponsor, needs an agreement, and goes over the vice president', async () => {
    const outsider = { userType: 'vendor', person: null, externalName: '王工', externalCompany: '苏州模具厂', guarantor: 'u-it',
      period: ['2026-11-20', '2027-03-01'] }
    expect(await refusal(vpnOf(outsider))).toEqual({ nda: '请上传保密协议' })
    expect(await refusal(vpnOf({ ...outsider, pledge: false }))).toHaveProperty('pledge')
  })

  it('is announced before it ends, expires after its last day, and is closed when its user leaves', async () => {
    const { db } = product.database
    const run = (at: string) =>
      vpnAccountJob.run({ host: product.composition.host, db, at: new Date(at), signal: new AbortController().signal })
    await run('2027-11-15T10:00:00+08:00')
    expect(await db.selectFrom('message').select('recipient').where('kind', '=', 'vpnEnds').execute()).toEqual([{ recipient: 'u-quality' }])
    await run('2027-11-21T10:00:00+08:00')
    expect(
      await db.selectFrom('vpn_account').select('state').where('account_name', '=', 'ying.cao').where('state', '<>', 'closed').execute(),
    ).toEqual([{ state: 'expired' }])
    await sql`update sys_user set enable = false where id = 'u-quality'`.execute(db)
    await run('2027-11-21T11:00:00+08:00')
    expect(await db.selectFrom('vpn_account').select('id').where('account_name', '=', 'ying.cao').where('state', '<>', 'closed').execute())
      .toEqual([])
    expect(await db.selectFrom('message').select('recipient').where('kind', '=', 'vpnClosed').execute()).toEqual([{ recipient: 'u-it' }])
    await sql`update sys_user set enable = true where id = 'u-quality'`.execute(db)
  })

  it('is closed when the application that opened it is voided, though another has extended it', async () => {
    const opening = await on.file('quality', vpnOf())
    await on.passThrough(opening, { itAdmin: opened('cao.ying') })
    await complete(vpnOf({ action: 'extend', accountName: 'cao.ying', period: ['2027-11-01', '2028-10-30'] }), 'cao.ying')
    const answer = await product.as('admin').post('/workflow/abandoned', { procInstId: opening, comment: '误开' })
    expect([answer.code, (await account('cao.ying'))?.state]).toEqual([200, 'closed'])
  })

  it('is shown to its user and to IT', async () => {
    const seen = async (who: string) => (await product.as(who).post<{ total: number }>('/oaserver/vpnAccount/page', {})).data.total
    expect(await seen('it')).toBeGreaterThanOrEqual(await seen('quality'))
    expect(await seen('cashier')).toBe(0)
  })
})

describe('permissions in SAP', () => {
  const rights = (business: FormValue, by = 'quality') => filing(product, sapPermissionApplication).apply(product.as(by), business)

  it('are given outside IT without the transactions of administrators', async () => {
    const requestOf = (tcode: string) => permissionsOf(on, { roles: [{ rowId: 'r1', module: 'BW', tcode, permType: 'display' }] })
    expect(on.refusal(await rights(await requestOf('SE16N'))).fields).toEqual({ 'roles.0.tcode': '该事务代码不允许申请：SE16N' })
    expect((await rights({ ...(await requestOf('SE16N')), applicantDept: 'sz-it', user: 'u-it' }, 'it')).code).toBe(200)
  })

  it('make one user for a person', async () => {
    const sap = filing(product, sapPermissionApplication)
    const id = await sap.file('quality', await permissionsOf(on, { action: 'newUser', sapUserId: null }))
    await sap.passThrough(id, permissionsSay, 'sapAdmin')
    expect(sap.refusal(await sap.pass(id, { ...permissionsSay['sapAdmin'], business: {} })).fields).toEqual({
      sapUserId: '请输入SAP用户名',
    })
    expect(await sap.passThrough(id, permissionsSay)).toEqual(['sapAdmin: it', 'userConfirm: yangfan'])
    expect(sap.refusal(await sap.apply(product.as('quality'), await permissionsOf(on, { action: 'newUser', sapUserId: null }))).fields)
      .toEqual({ user: 'SAP用户已存在' })
  })
})

describe('a licence of recorders', () => {
  const licence = (no: string) =>
    product.database.db.selectFrom('nvr_licence').select(['state', 'valid_to', 'person_id', 'scopes']).where('licence_no', '=', no)
      .executeTakeFirst()

  it('is granted, extended and revoked by documents, and nobody is granted the same scope twice', async () => {
    const sap = filing(product, nvrAdartApply, { nodeList: productOwner })
    const id = await sap.file('quality', await licenceOf(sap))
    await sap.passThrough(id, { licenceAdmin: licensed('LIC-7') })
    expect(await licence('LIC-7')).toMatchObject({ state: 'active', valid_to: '2027-05-20', person_id: 'u-quality', scopes: ['query'] })
    expect(sap.refusal(await sap.apply(product.as('quality'), await licenceOf(sap))).fields).toEqual({
      'users.0.scopes': '曹颖已拥有该权限',
    })
    const extension = await sap.file('quality', await licenceOf(sap, { action: 'extend', oldDoc: [id], validTo: '2027-11-20' }))
    await sap.passThrough(extension, {})
    expect((await licence('LIC-7'))?.valid_to).toBe('2027-11-20')
    const { db } = product.database
    const run = (at: string) =>
      licenceJob.run({ host: product.composition.host, db, at: new Date(at), signal: new AbortController().signal })
    await run('2027-11-15T10:00:00+08:00')
    expect(await db.selectFrom('message').select('recipient').where('kind', '=', 'licenceEnds').execute()).toEqual([{
      recipient: 'u-quality',
    }])
    await run('2027-11-21T10:00:00+08:00')
    expect((await licence('LIC-7'))?.state).toBe('expired')
    await sap.passThrough(await sap.file('quality', await licenceOf(sap, { action: 'revoke', oldDoc: [id], models: [] })), {})
    expect((await licence('LIC-7'))?.state).toBe('revoked')
  })

  it('for administering goes over the R&D director', async () => {
    const sap = filing(product, nvrAdartApply, { nodeList: [{ nodeId: 'productOwner', userIdList: ['u-suming'] }] })
    const id = await sap.file('employee',
      await licenceOf(sap, { applicantDept: 'sz-hardware',
        users: [{ rowId: 'u1', person: 'u-employee', account: 'wang', scopes: ['admin'] }] }))
    expect(await sap.passThrough(id, { licenceAdmin: licensed('LIC-8') })).toContain('rdDirector: rd')
  })
})
