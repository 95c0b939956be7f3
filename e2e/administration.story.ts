import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { choose, type Language, password, signIn, test } from './sign-in.ts'

const words = {
  中: {
    add: '新建用户',
    userName: '用户名',
    cn: '中文姓名',
    departments: '部门',
    roles: '角色',
    password: '初始密码',
    save: '保存',
    disable: '停用',
    more: '更多操作',
    software: '软件部',
    move: '移动',
    target: '新上级',
    cancel: '取消',
    rd: '研发中心',
    hr: '人力行政部',
    tree: '组织树',
    close: '关闭',
  },
  EN: {
    add: 'New user',
    userName: 'User name',
    cn: 'Chinese name',
    departments: 'Departments',
    roles: 'Roles',
    password: 'Initial password',
    save: 'Save',
    disable: 'Deactivate',
    more: 'More',
    software: 'Software',
    move: 'Move',
    target: 'New parent',
    cancel: 'Cancel',
    rd: 'R&D Centre',
    hr: 'HR and Administration',
    tree: 'Organisation tree',
    close: 'Close',
  },
} as const

const fresh = () => Math.random().toString(36).slice(2, 8)

/** Returns a function that makes calls as the administrator, to prepare a story. */
async function administering(request: APIRequestContext) {
  const token = await request.post('/idp/realms/oa/protocol/openid-connect/token', {
    form: { grant_type: 'password', client_id: 'oa-cli', username: 'admin', password, scope: 'openid' },
  })
  const { access_token: bearer } = (await token.json()) as { access_token: string }
  return async <Data>(method: 'post' | 'put', url: string, data: object): Promise<Data> => {
    const answer = (await (await request[method](url, { data, headers: { authorization: `Bearer ${bearer}` } })).json()) as { code: number;
      msg: string; data: Data }
    expect(answer.code, answer.msg).toBe(200)
    return answer.data
  }
}

test.describe.configure({ timeout: 120_000 })

for (const language of ['中', 'EN'] as const) {
  const word = words[language]

  test(`an administrator gives somebody a part of the company to see, and takes it away (${language})`, async ({ page, request, browser }) => {
    const name = `story${fresh()}`
    const ask = await administering(request)
    const role = await ask<{ id: string; version: number }>('post', '/system/role', { key: name, nameCn: name, nameEn: name, enable: true })
    await ask('put', `/system/role/${role.id}`, { version: role.version, permissions: ['system:user:view'],
      scopes: [{ resource: '*', scope: 3, withSub: false }] })

    await signIn(page, 'admin', language)
    await page.goto('/system/user')
    await page.getByRole('button', { name: word.add }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(word.userName, { exact: true }).fill(name)
    await dialog.getByLabel(word.cn, { exact: true }).fill(name)
    await pick(page, dialog.getByLabel(word.departments, { exact: true }), word.software)
    await dialog.getByLabel(word.roles, { exact: true }).click()
    await expect(page.locator('.ant-select-dropdown:visible .ant-select-item-option').first()).toBeVisible()
    await expectAccessible(page, 'the open roles')
    await pick(page, dialog.getByLabel(word.roles, { exact: true }), name)
    await dialog.getByLabel(word.password, { exact: true }).fill('First@2026')
    await expectAccessible(page, 'the new account')
    await dialog.getByRole('button', { name: word.save }).click()
    await expect(dialog.getByLabel(word.userName, { exact: true })).toBeHidden()

    const theirs = await browser.newPage()
    await firstSignIn(theirs, name, language)
    await theirs.goto('/system/user')
    const rows = theirs.getByRole('row').filter({ hasText: word.software })
    await expect(rows.filter({ hasText: name })).toHaveCount(1)
    // No person of another department is in it: the only other row is the head.
    await expect(theirs.getByRole('row')).toHaveCount((await rows.count()) + 1)

    await page.goto(`/system/user?keyword=${name}`)
    await page.getByRole('button', { name: new RegExp(`^${word.more}.*${name}`) }).click()
    await page.getByRole('menuitem', { name: word.disable }).click()
    await page.getByRole('dialog').getByRole('button', { name: word.disable }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    const refused = theirs.waitForResponse((answer) => answer.status() === 401)
    await theirs.reload()
    await refused
    await theirs.close()
  })

  test(`an administrator moves a department after seeing what rests on it (${language})`, async ({ page, request }) => {
    if (language === 'EN') await page.setViewportSize({ width: 375, height: 800 })
    const name = `Team ${fresh()}`
    const ask = await administering(request)
    const { id } = await ask<{ id: string }>('post', '/system/org', { nameCn: name, nameEn: '', type: 'DEPARTMENT', parentId: 'sz-rd' })
    await signIn(page, 'admin', language)

    await page.goto('/system/org?unit=sz-rd')
    await page.getByRole('button', { name: word.move, exact: true }).click()
    const dialog = page.getByRole('dialog')
    // references to a department in use are counted before the deletion
    await expect(dialog.getByRole('listitem').or(dialog.getByRole('button', { name: /\d/ })).first()).toBeVisible()
    await expectAccessible(page, 'what rests on a department')
    await dialog.getByRole('button', { name: word.cancel }).click()

    await page.goto(`/system/org?unit=${id}`)
    await page.getByRole('button', { name: word.move, exact: true }).click()
    await dialog.getByLabel(word.target).click()
    await page.keyboard.type(word.hr.slice(0, 5))
    await page.locator('.ant-select-tree-title', { hasText: word.hr }).first().click()
    await dialog.getByRole('button', { name: word.move, exact: true }).click()
    await expect(dialog).toBeHidden()
    await page.reload()
    await expect(page.getByText(word.hr).first()).toBeVisible()
    expect(await parentOf(page, id)).toBe('sz-hr')
  })
}

/** Chooses in a list with multiple selection. */
async function pick(page: Page, control: ReturnType<Page['getByLabel']>, text: string) {
  await control.click()
  await page.keyboard.type(text)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: text }).first().click()
  await page.keyboard.press('Escape')
}

/** Signs in with the password set by the administrator, which has to be changed immediately. */
async function firstSignIn(page: Page, userName: string, language: Language) {
  await page.goto('/')
  await page.locator('input[name="username"]').fill(userName)
  await page.locator('input[type="password"]').fill('First@2026')
  await page.keyboard.press('Enter')
  await page.locator('#newPassword').fill('Second@2026')
  await page.locator('#repeat').fill('Second@2026')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeVisible()
  await choose(page, language)
}

/** Repeats the page's own call with its token, since a navigation may discard the body of the page's answer. */
async function parentOf(page: Page, id: string): Promise<string | null> {
  const [confirmation] = await Promise.all([
    page.waitForRequest((call) => new URL(call.url()).pathname.endsWith(`/system/org/${id}`) && call.method() === 'GET'),
    page.reload(),
  ])
  const answer = await page.request.get(confirmation.url(), {
    headers: { authorization: (await confirmation.headerValue('authorization')) ?? '' },
  })
  return ((await answer.json()) as { data: { parentId: string | null } }).data.parentId
}
