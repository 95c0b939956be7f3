import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { signIn, test } from './sign-in.ts'
import { signedInAs } from './small-claims.ts'

const form = 'universalApproval'
const design = `/api/workflow/def/${form}`

interface DocumentAnswer {
  readonly data: { readonly steps: readonly { readonly cn: string; readonly people: readonly { readonly name: string }[] }[] }
}

/** Restores the version that was in force before the story, since other stories use the product after it. */
async function rollBack(request: APIRequestContext, headers: Record<string, string>, before: string): Promise<void> {
  const { data: { current } } = (await (await request.get(`${design}/design`, { headers })).json()) as { data: { current: string } }
  if (current !== before) await request.put(`${design}/rollback`, { headers, data: { current, to: before, reason: '恢复' } })
}

test('an administrator changes a step, sees whom it finds and publishes it; a new document takes the new way', async ({ page, request }) => {
  const [admin, employee] = [await signedInAs(request, 'admin'), await signedInAs(request, 'employee')]
  const { data: { current } } = (await (await request.get(`${design}/design`, { headers: admin })).json()) as { data: { current: string } }
  await signIn(page, 'admin')
  await page.goto(`/approval-config?id=${form}`)
  await page.getByRole('button', { name: /^(编辑|打开草稿)/ }).click()

  const drawing = page.getByRole('group', { name: /流程图/ })
  await drawing.getByRole('button', { name: /^部门负责人/ }).click()
  const panel = page.getByRole('complementary', { name: '设置', exact: true })
  await panel.getByRole('combobox', { name: '审批人', exact: true }).press('ArrowDown')
  await page.locator('.ant-select-item-option', { hasText: /^总经理$/ }).click()
  await expect(panel.getByRole('status').getByText('陈国华')).toBeVisible()
  await expect(page.getByText(/已保存/).first()).toBeVisible()

  await page.getByRole('button', { name: '去生效' }).click()
  await page.getByRole('textbox', { name: '原因' }).fill('先由总经理过目')
  await expect(page.getByRole('region', { name: '改了什么' }).getByText('总经理').first()).toBeVisible()
  await page.getByRole('button', { name: '生效', exact: true }).click()
  await expect(page.getByText(/第 2 版|已生效/).first()).toBeVisible()

  const business = { title: '新路径', universalType: '1', urgency: '1', contents: [{ subject: '试', content: '试' }],
    chosenApprovers: ['u-xuhaibo'] }
  const filed = await request.post(`/api/oaserver/${form}/apply`, { headers: employee, data: { business } })
  const { data: { procInstId } } = (await filed.json()) as { data: { procInstId: string } }
  const { data } =
    (await (await request.get(`/api/oaserver/${form}/detail?procInstId=${procInstId}`, { headers: employee })).json()) as DocumentAnswer
  await rollBack(request, admin, current)
  expect(JSON.stringify(data)).toContain('陈国华')
})

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(wanted).toBeFocused({ timeout: 50 })
  }).toPass({ intervals: [0], timeout: 60_000 })
}

/** Chooses an item of the menu that is open. */
async function chooseItem(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true })
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(item).toBeFocused({ timeout: 200 })
  }).toPass({ intervals: [0] })
  await page.keyboard.press('Enter')
}

test('a flow is drawn, undone and published with the keyboard alone, and rolled back', async ({ page, request }) => {
  const admin = await signedInAs(request, 'admin')
  const { data: { current } } = (await (await request.get(`${design}/design`, { headers: admin })).json()) as { data: { current: string } }
  await signIn(page, 'admin')
  await page.goto(`/approval-config?id=${form}`)
  const drawing = page.getByRole('group', { name: /流程图/ })
  await expect(drawing).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: /^(编辑|打开草稿)/ }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/draft=/)
  await expect(drawing.getByRole('button', { name: '在“发起”后插入' })).toBeVisible()
  await expectAccessible(page, 'designer')

  await expect(drawing.getByRole('button', { name: /^发起/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('a')
  await expect(page.getByRole('menuitem', { name: '审批节点', exact: true })).toBeFocused()
  await chooseItem(page, '审批节点')
  const added = drawing.getByRole('button', { name: /^审批节点/ })
  await expect(added).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(drawing.locator('[data-card]').nth(3)).toContainText('审批节点')
  await expect(added).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(added).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(added).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(added).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+y')
  await expect(added).toHaveCount(1)

  await page.keyboard.press('Home')
  while (!(await added.evaluate((card) => card === document.activeElement))) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: '中文名称' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('键盘复核')
  await page.keyboard.press('Escape')
  await expect(drawing.getByRole('button', { name: /^键盘复核/ })).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: '去生效' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/approval-publish/)
  await tabTo(page, page.getByRole('textbox', { name: '原因' }))
  await page.keyboard.type('键盘复核')
  const publish = page.getByRole('button', { name: '生效', exact: true })
  await expect(publish).toBeEnabled()
  await expectAccessible(page, 'publish')
  await tabTo(page, publish)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/approval-config\?id=\w+$/)
  await expect(drawing.getByRole('button', { name: /^键盘复核/ })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: '版本与记录' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: '停用' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: '停用这个流程？' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: '原因' })).toBeFocused()
  await expectAccessible(page, 'stop')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '停用' })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: '删除流程' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /的流程不能删除$/ })).toBeVisible()
  await expectAccessible(page, 'delete')
  await page.keyboard.press('Escape')
  await tabTo(page, page.getByRole('button', { name: /^恢复第/ }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^恢复第/ })).toBeVisible()
  await expect(page.getByRole('textbox', { name: '原因' })).toBeFocused()
  await expectAccessible(page, 'roll back')
  await rollBack(request, admin, current)
})

test('a scenario is edited in its drawer: the name has the focus, and nothing is in the way of a screen reader', async ({ page, request }) => {
  const admin = await signedInAs(request, 'admin')
  const made = await request.post(`${design}/scenario`, { headers: admin,
    data: { name: '走查情景', person: 'u-employee', value: {}, expected: [] } })
  const { data: { id } } = (await made.json()) as { data: { id: string } }
  await signIn(page, 'admin')
  await page.goto(`/approval-config?id=${form}`)
  await page.getByRole('button', { name: '编辑“走查情景”' }).click()
  const drawer = page.getByRole('dialog', { name: '编辑情景' })
  await expect(drawer.getByRole('textbox', { name: '情景名称' })).toBeFocused()
  await expectAccessible(page, 'scenario')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await request.delete(`${design}/scenario/${id}`, { headers: admin })
})
