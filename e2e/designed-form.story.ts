import { expect } from '@playwright/test'
import { choose, signIn, test } from './sign-in.ts'
import { signedInAs } from './small-claims.ts'

const designs = '/api/workflow/dynamicForm'

test('an administrator publishes a ready design with a field of their own, and an employee sees it on the next page', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/dynamic-form-designer')
  await page.getByRole('button', { name: '新建表单' }).click()
  const dialog = page.getByRole('dialog', { name: '新建表单' })
  await dialog.getByRole('combobox', { name: '以此为底稿' }).fill('物品放行')
  await page.locator('.ant-select-item-option', { hasText: '物品放行申请' }).click()
  await expect(dialog.getByRole('textbox', { name: '页面标识' })).toHaveValue('gate-pass')
  await dialog.getByRole('button', { name: /建\s*立/ }).click()

  const canvas = page.getByRole('group', { name: /^表单，/ })
  await canvas.getByRole('button', { name: /^去向，/ }).click()
  await page.keyboard.press('/')
  await page.keyboard.type('单行文本')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: /^中文名称/ }).fill('集装箱号')
  await page.getByRole('textbox', { name: /^英文名称/ }).fill('Container')
  await expect(page.getByText(/已保存/).first()).toBeVisible()

  await page.getByRole('tab', { name: /^试用/ }).click()
  await page.getByRole('button', { name: '送样' }).click()
  await page.getByRole('button', { name: '检查', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: /可以提交|还不能提交/ })).toBeVisible()

  await page.getByRole('button', { name: /^发布 v1/ }).click()
  await page.getByRole('textbox', { name: '原因' }).fill('门岗使用')
  await page.getByRole('dialog').getByRole('button', { name: /^发布 v1/ }).click()
  await expect(page.getByText('已发布 · v1')).toBeVisible()

  await choose(page, 'EN')
  await page.goto('/dynamic-form-gate-pass')
  await expect(page.getByLabel('Container')).toBeVisible()
  await page.goto('/form-statistics/gate-pass')
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeVisible()

  // copied, and both deleted while nobody has filed them
  await page.goto('/dynamic-form-designer')
  await page.getByRole('button', { name: /^Copy “Gate pass/ }).click()
  const copy = page.getByRole('dialog', { name: /^Copy “Gate pass/ })
  await copy.getByRole('textbox', { name: 'Number prefix' }).fill('FXFB')
  await copy.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('group', { name: /^The form/ }).getByRole('button', { name: /^Container,/ })).toBeVisible()
  for (const name of [/^Delete “Gate pass.* \(copy\)”/, /^Delete “Gate pass/]) {
    await page.goto('/dynamic-form-designer')
    await page.getByRole('button', { name }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('button', { name })).toBeHidden()
  }
})

test('an administrator adds a field to a form of the product; stopping makes it as it is shipped', async ({ page, request }) => {
  const headers = await signedInAs(request, 'admin')
  await signIn(page, 'admin')
  await page.goto('/dynamic-form-designer')
  await page.getByRole('button', { name: '新建表单' }).click()
  await page.getByText('补充产品表单').click()
  await page.getByRole('combobox', { name: '产品表单' }).fill('通用审批')
  await page.locator('.ant-select-item-option', { hasText: /^通用审批$/ }).click()
  await page.getByRole('button', { name: /建\s*立/ }).click()

  const canvas = page.getByRole('group', { name: /^表单，/ })
  await canvas.getByRole('button', { name: /^紧急程度，/ }).click()
  await page.keyboard.press('/')
  await page.keyboard.type('单行文本')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: /^中文名称/ }).fill('客户编号')
  await page.getByRole('textbox', { name: /^英文名称/ }).fill('Customer number')
  await expect(canvas.getByText('本公司添加').first()).toBeVisible()
  await canvas.getByRole('button', { name: /^期望完成日期，/ }).click()
  await expect(page.getByText('规则“期望完成日期不能早于今天”要用它')).toBeVisible()
  await expect(page.getByText(/已保存/).first()).toBeVisible()

  await page.getByRole('button', { name: /^发布 v1/ }).click()
  await page.getByRole('textbox', { name: '原因' }).fill('记录客户')
  await page.getByRole('dialog').getByRole('button', { name: /^发布 v1/ }).click()
  await expect(page.getByText('已发布 · v1')).toBeVisible()
  await page.goto('/universal-approval')
  await expect(page.getByLabel('客户编号')).toBeVisible()

  const { data } = (await (await request.get(`${designs}/page?kind=overlay`, { headers })).json()) as {
    data: { records: readonly { id: string }[] }
  }
  await request.put(`${designs}/${data.records[0]?.id}/stop`, { headers, data: { reason: '恢复' } })
  await page.goto('/universal-approval')
  await expect(page.getByLabel('期望完成日期')).toBeVisible()
  await expect(page.getByLabel('客户编号')).toBeHidden()
})
