import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { testPassword, tokensOf } from '#server/identity/testing.ts'
import { filledIn, getFile, sendFile, textsOf } from '#server/imports/testing.ts'
import { peopleProduct } from '../testing-people.ts'
import type { UserAnswer } from '#plugins/system/access-wire.ts'

let product: TestProduct
beforeAll(async () => {
  product = await peopleProduct()
})
afterAll(() => product?.close())

type UserPage = { readonly total: number; readonly records: readonly UserAnswer[] }

const page = async (who: string, body: object = {}) => (await product.as(who).post<UserPage>('/system/user/page', body)).data
const names = async (who: string, body: object = {}) => (await page(who, body)).records.map(({ userName }) => userName).toSorted()
const one = async (id: string) => (await product.as('anna').get<UserAnswer>(`/system/user/${id}`)).data

/** Request body of the dialog for a person's current values, plus changes. */
async function inputOf(id: string, changes: object = {}) {
  const { name, nickname, phone, email, jobNumber, joiningDate, leavingDate, cardId, position, positionLevel, locale, admin, version,
    departments, roles } = await one(id)
  const [nameCn, nameEn] = name.split('/')
  return {
    nameCn,
    nameEn,
    nickname,
    phone,
    email,
    jobNumber,
    joiningDate,
    leavingDate,
    cardId,
    position,
    positionLevel,
    locale,
    admin,
    version,
    departmentIds: departments.map((department) => department.id),
    mainDepartmentId: departments[0]?.id ?? null,
    roles: roles.map(({ key }) => key),
    ...changes,
  }
}

const newcomer = (userName: string, changes: object = {}) => ({ userName, nameCn: '新人', nameEn: 'New', departmentIds: ['line'],
  mainDepartmentId: 'line', roles: [], ...changes })
const fieldOf = (answer: { data: unknown }) => fieldsOf(answer)?.[0]?.name
const fieldsOf = (answer: { data: unknown }) => (answer.data as { fields?: { name: string; message: string }[] } | undefined)?.fields

/** Restores the session epoch of disabled people, since the test's cached tokens would otherwise be invalid. */
const signInAgain = () => sql`update sys_user set session_epoch = 0 where id in ('anna', 'berta')`.execute(product.database.db)

describe('the list of accounts', () => {
  it('shows members of the departments that the roles open, and oneself', async () => {
    expect(await names('anna')).toEqual(['anna', 'berta', 'clerk', 'keeper', 'rolekeeper', 'worker'])
    expect(await names('keeper')).toEqual(['keeper', 'worker'])
    const hidden = [await product.as('keeper').get('/system/user/clerk'), await product.as('keeper').put('/system/user/clerk/resetPwd', {})]
    expect(hidden.map(({ code }) => code)).toEqual([404, 404])
  })

  it('is searched by names, pinyin, department with what is below, role and state', async () => {
    const queries = [{ keyword: 'WORK' }, { departmentId: 'works' }, { role: 'cashier' }, { keyword: '100%' }, { enable: 0 }]
    expect(await Promise.all(queries.map((body) => names('anna', body)))).toEqual([['worker'], ['keeper', 'worker'], ['clerk'], [], []])
    expect(await names('anna', { keyword: 'zhong' })).toHaveLength(6)
    expect((await page('anna', { size: 2, current: 2, orders: [{ column: 'userName' }] })).records.map(({ userName }) => userName)).toEqual(
      ['clerk', 'keeper'],
    )
    expect((await product.as('anna').post('/system/user/page', { orders: [{ column: 'password_hash' }] })).code).toBe(42009)
  })

  it('is nobody’s without the right, nor is any other call', async () => {
    const worker = product.as('worker')
    const answers = await Promise.all([
      worker.post('/system/user/page', {}),
      worker.get('/system/user/anna'),
      worker.post('/system/user', newcomer('sneaky')),
      worker.put('/system/user/anna', {}),
      worker.put('/system/user/anna/enable', { enable: 0 }),
      worker.put('/system/user/anna/resetPwd', {}),
      worker.delete('/system/user/anna'),
      worker.get('/system/user/export'),
      worker.get('/system/user/template'),
    ])
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 403))
  })
})

describe('a new account', () => {
  it('gets a password that nobody chose, told once; the next call with the key does not tell it again', async () => {
    const body = newcomer('first.one', { phone: '13800001234', email: 'first@demo.example', jobNumber: 'N1', roles: ['buyer'] })
    const made = await product.as('anna').post<{ id: string; password?: string }>('/system/user', body, {
      'idempotency-key': 'key-of-the-first',
    })
    expect(made).toMatchObject({ code: 200, data: { password: expect.stringMatching(/^\w{12}$/) as unknown } })
    expect((await product.as('anna').post('/system/user', body, { 'idempotency-key': 'key-of-the-first' })).data).toEqual({
      id: made.data.id,
    })
    const { rows } = await sql<{ answer: string }>`select answer::text as answer from idempotency`.execute(product.database.db)
    expect(rows.map(({ answer }) => answer).join()).not.toContain(made.data.password)
    // the first sign-in requires a new password
    expect((await tokensOf(product.app, 'first.one', made.data.password)).error_description).toBeTruthy()
    expect(await one(made.data.id)).toMatchObject({ name: '新人/New', departments: [{ id: 'line', main: true }], roles: [{ key: 'buyer' }],
      enable: 1 })
  })

  it('is refused at the fields: format, duplicates, common passwords, two halves', async () => {
    const refused = async (changes: object) =>
      fieldsOf(await product.as('anna').post('/system/user', newcomer('second', changes)))?.map(({ name }) => name)
    expect(await refused({ userName: 'a b' })).toEqual(['userName'])
    expect(await refused({ userName: 'WORKER' })).toEqual(['userName'])
    expect(await refused({ jobNumber: 'J-worker' })).toEqual(['jobNumber'])
    expect(await refused({ phone: '13800001234' })).toEqual(['phone'])
    expect(await refused({ email: 'FIRST@demo.example' })).toEqual(['email'])
    expect(await refused({ phone: '110' })).toEqual(['phone'])
    expect(await refused({ password: '123456' })).toEqual(['password'])
    expect(await refused({ password: 'short' })).toEqual(['password'])
    expect(await refused({ nameCn: '王/伟' })).toEqual(['nameCn'])
    expect(await refused({ mainDepartmentId: 'office' })).toEqual(['mainDepartmentId'])
    expect(await refused({ departmentIds: ['nowhere'], mainDepartmentId: 'nowhere' })).toEqual(['departmentIds'])
    expect(await refused({ roles: ['generalManager'] })).toEqual(['roles'])
    expect(await refused({ joiningDate: '2026-11-20', leavingDate: '2026-11-19' })).toEqual(['leavingDate'])
    const [duplicate] = fieldsOf(await product.as('anna', 'en_US').post('/system/user', newcomer('worker'))) ?? []
    expect(duplicate?.message).toBe('User name already exists')
  })
})

describe('a change', () => {
  it('of an old version is refused; the user name is fixed; positions within departments stay', async () => {
    const input = await inputOf('worker', { nickname: 'W', departmentIds: ['line', 'works'], mainDepartmentId: 'works' })
    expect((await product.as('anna').put<UserAnswer>('/system/user/worker', input)).data).toMatchObject({ nickname: 'W',
      departments: [{ id: 'works', main: true }, { id: 'line', main: false }] })
    expect((await product.as('anna').put('/system/user/worker', input)).code).toBe(42007)
    expect(fieldOf(await product.as('anna').put('/system/user/worker', await inputOf('worker', { userName: 'other' })))).toBe('userName')
    await product.as('anna').put('/system/user/worker', await inputOf('worker', { departmentIds: ['line'], mainDepartmentId: 'line' }))
  })

  it('sets the position level to one that the dictionary offers, by which the list is filtered', async () => {
    const savedWith = async (positionLevel: string) =>
      product.as('anna').put<UserAnswer>('/system/user/worker', await inputOf('worker', { positionLevel }))
    expect([(await savedWith('3')).data.positionLevel, await names('anna', { positionLevel: '3' })]).toEqual(['3', ['worker']])
    expect([fieldOf(await savedWith('9')), (await savedWith('')).data.positionLevel]).toEqual(['positionLevel', null])
  })

  it('of two at once: one is told that the other was faster', async () => {
    const input = await inputOf('worker')
    const answers = await Promise.all(
      ['anna', 'berta'].map((who) => product.as(who).put('/system/user/worker', { ...input, position: who })),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 42007])
  })
})

describe('whoever keeps accounts without administering', () => {
  const keeper = () => product.as('keeper')

  it('gives no roles beyond what they may do, none to themselves, and departments in sight only', async () => {
    expect(fieldOf(await keeper().post('/system/user', newcomer('puppet', { roles: ['cashier'] })))).toBe('roles')
    expect(fieldOf(await keeper().post('/system/user', newcomer('puppet', { roles: ['administrator'] })))).toBe('roles')
    expect(fieldOf(await keeper().post('/system/user', newcomer('puppet', { admin: true })))).toBe('admin')
    expect(fieldOf(await keeper().post('/system/user', newcomer('puppet', { departmentIds: ['office'], mainDepartmentId: 'office' }))))
      .toBe('departmentIds')
    expect(fieldOf(await keeper().put('/system/user/keeper', await inputOf('keeper', { roles: ['hr', 'buyer'] })))).toBe('roles')
    expect((await keeper().post('/system/user', newcomer('helper', { roles: ['buyer'] }))).code).toBe(200)
  })

  it('does not touch administrators, nor sign in as somebody who may do more', async () => {
    const berta = await inputOf('berta', { departmentIds: ['office', 'works'] })
    expect((await product.as('anna').put('/system/user/berta', berta)).code).toBe(200)
    expect((await keeper().put('/system/user/berta', await inputOf('berta'))).msg).toContain('高于您')
    expect((await keeper().put('/system/user/berta/enable', { enable: 0 })).msg).toContain('高于您')
    expect((await keeper().put('/system/user/berta/resetPwd', {})).msg).toContain('高于您')
    await product.as('anna').put('/system/user/clerk', await inputOf('clerk', { departmentIds: ['office', 'line'] }))
    expect((await keeper().put('/system/user/clerk/resetPwd', {})).msg).toContain('高于您')
    expect((await keeper().put('/system/user/worker/resetPwd', {})).code).toBe(200)
  })
})

describe('disabling', () => {
  it('ends what is running at the next call, and is undone', async () => {
    const made = await product.as('anna').post<{ id: string }>('/system/user', newcomer('leaver', { jobNumber: 'L1' }))
    const { id } = made.data
    await sql`update sys_user set must_change_password = false, password_hash = (select password_hash from sys_user where id = 'anna')
      where id = ${id}`
      .execute(
        product.database.db,
      )
    const leaver = product.as('leaver')
    expect((await leaver.get('/system/user/currentUser')).code).toBe(200)
    expect((await product.as('anna').put(`/system/user/${id}/enable`, { enable: false, leavingDate: '2026-11-20' })).code).toBe(200)
    expect((await leaver.get('/system/user/currentUser')).code).toBe(401)
    expect(await one(id)).toMatchObject({ enable: 0, departed: true, leavingDate: '2026-11-20' })
    await product.as('anna').put(`/system/user/${id}/enable`, { enable: true })
    expect(await one(id)).toMatchObject({ enable: 1, departed: false, leavingDate: null })
    expect((await leaver.get('/system/user/currentUser')).code).toBe(401)
  })

  it('is not for oneself, nor is giving up the flag', async () => {
    expect((await product.as('anna').put('/system/user/anna/enable', { enable: 0 })).msg).toBe('不可停用自己的账号')
    expect(fieldOf(await product.as('anna').put('/system/user/anna', await inputOf('anna', { admin: false })))).toBe('admin')
  })

  it('of two administrators by each other leaves one, also where a third could administer', async () => {
    await product.as('anna').post('/system/user', newcomer('third', { admin: true, jobNumber: 'T3' }))
    for (const others of [true, false]) {
      if (!others) await sql`update sys_user set admin = false where user_name = 'third'`.execute(product.database.db)
      const outcomes = await Promise.all([product.as('anna').put('/system/user/berta/enable', { enable: 0 }),
        product.as('berta').put('/system/user/anna/enable', { enable: 0 })])
      expect(outcomes.filter(({ code }) => code === 200)).toHaveLength(1)
      await sql`update sys_user set enable = true where id in ('anna', 'berta')`.execute(product.database.db)
      await signInAgain()
    }
  })

  it('of the last administrator is refused, as is taking the flag', async () => {
    await sql`update sys_user set admin = id = 'berta', version = version + 1`.execute(product.database.db)
    expect((await product.as('anna').put('/system/user/berta/enable', { enable: 0 })).msg).toBe('最后一位管理员不可停用')
    expect((await product.as('anna').put('/system/user/berta', await inputOf('berta', { admin: false }))).msg).toBe(
      '最后一位管理员不可停用',
    )
    await sql`update sys_user set admin = id in ('anna', 'berta'), version = version + 1`.execute(product.database.db)
  })
})

describe('a reset password', () => {
  it('is told once, ends the sessions and must be changed; the old one opens nothing', async () => {
    const worker = product.as('clerk')
    expect((await worker.get('/system/user/currentUser')).code).toBe(200)
    const { data } = await product.as('anna').put<{ password: string }>('/system/user/clerk/resetPwd', {})
    expect((await worker.get('/system/user/currentUser')).code).toBe(401)
    expect((await tokensOf(product.app, 'clerk', testPassword)).access_token).toBeUndefined()
    expect((await tokensOf(product.app, 'clerk', data.password)).error_description).toContain('must be changed')
    expect(fieldOf(await product.as('anna').put('/system/user/clerk/resetPwd', { password: 'clerk' }))).toBe('password')
    expect((await product.as('anna').put('/system/user/clerk/resetPwd', { password: 'Chosen-2026' })).data).toEqual({ password: null })
  })

  it('and its hash are in no answer', async () => {
    expect(JSON.stringify([await page('anna', { size: 200 }), await one('worker'), await product.as('anna').get('/system/users/list')])).not
      .toMatch(/scrypt|password|hash|epoch/i)
  })
})

describe('an account', () => {
  it('is taken away only when nobody has signed in with it and nothing names it', async () => {
    const { data } = await product.as('anna').post<{ id: string }>('/system/user', newcomer('mistake', { jobNumber: 'M1' }))
    for (const id of ['rolekeeper', data.id]) expect((await product.as('anna').delete(`/system/user/${id}`)).code).toBe(200)
    expect((await product.as('anna').get(`/system/user/${data.id}`)).code).toBe(404)
    expect((await product.as('anna').delete('/system/user/keeper')).msg).toBe('已被使用，不能删除')
    expect((await product.as('anna').post('/system/user', newcomer('other', { jobNumber: 'M1' }))).code).toBe(200)
  })
})

describe('workbooks', () => {
  const tokenOf = async (who: string) => (await product.as(who).bearer()).replace('Bearer ', '')
  const header = ['用户名', '中文名', '英文名', '工号', '部门编码', '手机', '邮箱', '岗位', '职级', '入职日期', '角色']
  const send = async (who: string, ...rows: readonly (string | null)[][]) => {
    const { bytes } = await getFile(product.app, '/system/user/template', await tokenOf(who))
    return (await sendFile(product.app, { path: '/system/user', who: await tokenOf(who), bytes: await filledIn(bytes, rows) })).data
  }

  it('add people, change those who are there, and refuse rows that are two people’s', async () => {
    const answer = await send('anna', ['imported', '导入', 'Imported', 'I1', 'L', null, null, '技术员', '总监', '2026-01-05',
      'buyer; 出纳'], ['worker', '工人', null, 'J-worker', 'W', null, null, null, null, null, null], ['worker2', '冒名', null, 'J-worker',
      'W', null, null, null, null, null, null], ['unknown', '谁', null, 'I2', 'W', null, null, null, null, null, 'noSuchRole'], ['unknown',
      '谁', null, 'I2', 'W', null, null, null, 'Grand Duke', null, null])
    expect(answer).toMatchObject({ success: 2, failed: 3 })
    expect(answer.failures.map(({ row, column }) => [row, column])).toEqual([[5, '工号'], [5, '工号'], [6, '角色'], [7, '职级'], [7, '']])
    expect((await page('anna', { keyword: 'imported' })).records[0]).toMatchObject({ name: '导入/Imported', position: '技术员',
      positionLevel: '3', joiningDate: '2026-01-05', departments: [{ id: 'line' }] })
    expect(await one('worker')).toMatchObject({ name: '工人/worker', departments: [{ id: 'works', main: true }] })
    expect((await tokensOf(product.app, 'imported', '')).access_token).toBeUndefined()
  })

  it('say of a job number that stands twice in the file where it stands first', async () => {
    const answer = await send('anna', ['first', '甲', null, 'TWICE', 'W', null, null, null, null, null, null], ['second', '乙', null,
      'TWICE', 'W', null, null, null, null, null, null])
    expect(answer).toMatchObject({ success: 1, failed: 1, failures: [{ row: 4, column: '工号', reason: '与原文件第 3 行相同' }] })
  })

  it('name every broken rule of a row in one round', async () => {
    const { failures } = await send('anna', ['worker', '甲', null, 'J-anna', 'W', '123', null, null, null, null, 'noSuchRole; neither'], [
      'worker',
      '乙',
      null,
      '',
      'W',
      null,
      null,
      null,
      null,
      null,
      null,
    ])
    expect(failures.map(({ row, column }) => [row, column])).toEqual([[3, '手机'], [3, '工号'], [3, '角色'], [3, '角色'], [4, '工号'], [4,
      '']])
  })

  it('keep to what the importer may do', async () => {
    expect(
      await send('keeper', ['grabber', '甲', null, 'G1', 'O', null, null, null, null, null, null], ['grabber2', '乙', null, 'G2', 'L', null,
        null, null, null, null, 'administrator'], ['anna', '丙', null, 'J-anna', 'L', null, null, null, null, null, null]),
    ).toMatchObject({ success: 0, failed: 3 })
  })

  it('have the rows of the list, and can be imported again', async () => {
    const { bytes } = await getFile(product.app, '/system/user/export?departmentId=works', await tokenOf('keeper'))
    const [headings, ...people] = await textsOf(bytes)
    expect(headings?.slice(0, 11)).toEqual(header)
    expect(people.length).toBe((await page('keeper', { departmentId: 'works' })).total)
  })
})
