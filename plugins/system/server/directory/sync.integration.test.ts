import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ScimGroup, type ScimServer, scimServer, type ScimUser } from '#server/directory/testing-scim.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import type { SyncCounts, SyncPreview } from '#plugins/system/organisation-wire.ts'
import { organisationProduct } from '../testing-organisation.ts'

let scim: ScimServer
let product: TestProduct
beforeAll(async () => {
  scim = await scimServer()
  ;({ product } = await organisationProduct({ SCIM_URL: scim.url, SCIM_TOKEN: scim.token, SCIM_POSITION_LEVEL: 'userType' }))
})
afterAll(async () => {
  await product?.close()
  await scim?.close()
})

const path = '/system/org/syncPersonnel'
const preview = async () => (await product.as('anna').post<SyncPreview>(`${path}/preview`, {})).data
/** Runs a synchronisation one minute after the previous one. */
function sync(body: object = {}) {
  const at = new Date(product.clock.now().getTime() + 60_000)
  product.clock.now = () => at
  return product.as('anna').post<SyncCounts>(path, body)
}
const names = (people: readonly { userName: string }[]) => people.map(({ userName }) => userName)

const user = (id: string, more: Partial<ScimUser> = {}): ScimUser => ({ id: `s-${id}`, userName: id, displayName: `${id}中`, active: true,
  ...more })
const group = (id: string, displayName: string, members: readonly string[], more: Partial<ScimGroup> = {}): ScimGroup => ({ id: `g-${id}`,
  displayName, members: members.map((value) => ({ value: `s-${value}`, type: 'User' })), ...more })

const account = async (userName: string) => {
  const { db } = product.database
  const row = await db.selectFrom('sys_user').select(['id', 'name', 'email', 'phone', 'position', 'position_level', 'enable',
    'leaving_date', 'outer_id', 'password_hash'])
    .where('user_name', '=', userName).executeTakeFirstOrThrow()
  const units = await db.selectFrom('sys_user_group').select('group_id').where('user_id', '=', row.id).orderBy('is_main', 'desc').orderBy(
    'sort',
  ).execute()
  return { ...row, units: units.map(({ group_id }) => group_id) }
}
const lastRun = () =>
  product.database.db.selectFrom('sync_log').selectAll().orderBy('start_time', 'desc').orderBy('id', 'desc').limit(1)
    .executeTakeFirstOrThrow()

/** Resets the directory to the people of the company. */
beforeEach(() => {
  scim.users = ['anna', 'keeper', 'wang', 'li'].map((id) => user(id))
  scim.groups = [group('rd', '研发部', ['keeper'], { externalId: 'RD' }), group('hard', 'Hardware', ['wang', 'li']),
    group('vpn', 'VPN users', ['wang', 'li', 'anna'])]
})

describe('people of a directory outside', () => {
  it('are shown as they would change before anything is written, and changed as shown', async () => {
    scim.users = [
      ...scim.users.filter(({ userName }) => userName !== 'wang'),
      user('wang', { displayName: '王伟', title: '工程师', userType: 'Director',
        emails: [{ value: 'Old@x.com' }, { value: 'Wang@X.com', primary: true }],
        phoneNumbers: [{ value: 'tel:+86 138-0000-0001', type: 'mobile' }] }),
      user('new.person@x.com', { id: 's-new', displayName: '新人/New Person', employeeNumber: 'J-900', department: 'Software' }),
      user('bad name!', { id: 's-bad' }),
      user('twin', { employeeNumber: 'J-li' }),
      user('strange', { userType: 'Grand Duke' }),
      user('asleep', { active: false }),
    ]
    scim.groups = [...scim.groups, group('soft', '软件组', ['wang', 'new'])]
    const seen = await preview()
    expect(seen).toMatchObject({
      added: [{ userName: 'new.person', details: { jobNumber: 'J-900', departments: '软件组' } }],
      moved: [{ userName: 'wang',
        details: { name: '王伟', email: 'wang@x.com', phone: '13800000001', position: '工程师', positionLevel: '总监/Director',
          departments: '硬件组、软件组' } }],
      updated: [],
      disabled: [],
      strangeUnits: ['VPN users'],
      failed: [{ userName: 'bad name!', reason: '用户名只能是 2 至 30 位字母、数字和 ._-' }, { userName: 'twin',
        reason: '用户名、邮箱、手机号或工号已属于他人' }, {
        userName: 'strange',
        reason: '职级不在数据字典“职级”中',
      }],
    })
    expect((await account('wang')).email).toBeNull()

    const { code, data } = await sync({ fingerprint: seen.fingerprint })
    expect([code, data]).toMatchObject([200, { success: 2, added: 1, updated: 0, moved: 1, disabled: 0 }])
    // the English half of the name is kept, since the directory does not have it
    expect(await account('wang')).toMatchObject({ name: '王伟/wang', email: 'wang@x.com', phone: '13800000001', position: '工程师',
      position_level: '3', units: ['hard', 'soft'], outer_id: 's-wang' })
    expect(await account('new.person')).toMatchObject({ name: '新人/New Person', enable: true, password_hash: null, units: ['soft'] })
    expect(await lastRun()).toMatchObject({ kind: 'PERSONNEL', result: 'FAILURE', total: 5, success: 2, failed: 3, create_by: 'anna' })
    // people and groups unknown to the directory are ignored: `li` keeps the sales department
    expect((await account('li')).units).toEqual(['hard', 'sales'])
    scim.users = scim.users.filter(({ id }) => !['s-bad', 's-twin', 's-strange'].includes(id)).map((
      one,
    ) => (one.id === 's-new' ? { ...one, userName: 'renamed' } : one))
    expect(await preview()).toMatchObject({ added: [], updated: [], moved: [], disabled: [], failed: [] })
  })

  it('who are not there any more are disabled and kept as departed; who are inactive are disabled, and enabled when they are back', async () => {
    scim.users = [user('anna'), user('wang', { active: false }), user('li'), user('keeper')]
    expect(names((await preview()).disabled)).toEqual(['wang', 'new.person'])
    const signedIn = await product.as('wang').bearer()
    expect((await sync()).data).toMatchObject({ disabled: 2 })
    expect([await account('wang'), await account('new.person')]).toMatchObject([{ enable: false, leaving_date: null }, { enable: false,
      leaving_date: '2026-11-20' }])
    expect((await product.app.inject({ url: '/system/user/currentUser', headers: { authorization: signedIn } })).statusCode).toBe(401)

    scim.users = [user('anna'), user('wang', { displayName: '王伟' }), user('li'), user('keeper'),
      user('new', { userName: 'whatever', displayName: '新人' })]
    expect((await sync()).data).toMatchObject({ updated: 2, added: 0 })
    expect([await account('wang'), await account('new.person')]).toMatchObject([{ enable: true }, { enable: true, leaving_date: null }])
  })

  it('whom an administrator disabled here stay so', async () => {
    await product.database.db.updateTable('sys_user').set({ enable: false }).where('id', '=', 'keeper').execute()
    await sync()
    expect((await account('keeper')).enable).toBe(false)
    await product.database.db.updateTable('sys_user').set({ enable: true }).where('id', '=', 'keeper').execute()
  })

  it('never include the last administrator', async () => {
    scim.users = [user('wang', { displayName: '王伟' }), user('li'), user('keeper'), user('new', { displayName: '新人' })]
    expect((await sync()).data).toMatchObject({ disabled: 0, failed: [{ userName: 'anna', reason: '最后一位管理员不可停用' }] })
    expect((await account('anna')).enable).toBe(true)
    expect((await lastRun()).message).toBe('anna: 最后一位管理员不可停用/anna: The last administrator can’t be deactivated')
  })

  it('are not all disabled because the directory is empty, unless that was looked at', async () => {
    for (let number = 0; number < 8; number += 1) scim.users.push(user(`many${number}`))
    await sync()
    scim.users = [user('anna')]
    scim.groups = []
    expect(await sync()).toMatchObject({ code: 42009, msg: '将停用 11 人，请先在组织页面预览并确认' })
    expect((await account('li')).enable).toBe(true)
    expect((await sync({ fingerprint: (await preview()).fingerprint })).data).toMatchObject({ disabled: 11 })
  })

  it('are read page by page', async () => {
    scim.users = [user('anna'), ...Array.from({ length: 230 }, (_, number) => user(`p${number}`))]
    scim.requests.length = 0
    expect((await preview()).added).toHaveLength(230)
    expect(scim.requests.filter((url) => url.includes('/Users')).map((url) => new URL(url, scim.url).searchParams.get('startIndex')))
      .toEqual([
        '1',
        '101',
        '201',
      ])
  })

  it('are not touched when the directory has changed since it was looked at', async () => {
    const { fingerprint } = await preview()
    scim.users = [user('anna'), user('late')]
    expect(await sync({ fingerprint })).toMatchObject({ code: 42007, msg: '人员目录在预览之后有变化，请重新查看' })
    expect(await product.database.db.selectFrom('sys_user').select('id').where('user_name', '=', 'late').execute()).toEqual([])
  })
})

describe('a directory that cannot be read', () => {
  it('is one, too, that answers its first page again and again', async () => {
    scim.users = [user('anna'), ...Array.from({ length: 30 }, (_, number) => user(`q${number}`))]
    scim.isForgetful = true
    expect((await sync()).msg).toBe('同步失败，请稍后再试')
    scim.isForgetful = false
    expect(await product.database.db.selectFrom('sys_user').select('id').where('user_name', '=', 'q1').execute()).toEqual([])
  })

  it('changes nothing, and says so in the log', async () => {
    // a response without required attributes of groups
    scim.groups = [{ id: '', displayName: '' }]
    expect(await sync()).toMatchObject({ code: 42009, msg: '同步失败，请稍后再试' })
    expect(await lastRun()).toMatchObject({ result: 'FAILURE', success: 0,
      message: '同步失败，请稍后再试/Synchronization failed, please try again later' })
  })
})

describe('who may', () => {
  it('needs the right, and sight of every unit', async () => {
    const { db } = product.database
    await db.updateTable('sys_user').set({ enable: true }).execute()
    expect((await product.as('li').get(path)).code).toBe(403)
    // `keeper` has the right, with a scope of some units only
    expect((await product.as('keeper').get<object>(path)).data).toEqual({ configured: true })
    expect([(await product.as('keeper').post(`${path}/preview`, {})).code, (await product.as('keeper').post(path, {})).code]).toEqual([403,
      403])
  })
})
