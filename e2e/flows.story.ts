import { type APIRequestContext, expect } from '@playwright/test'
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
