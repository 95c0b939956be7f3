import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { choose, documentNumber, fill, sendPass } from './form.ts'
import { password, signIn, test } from './sign-in.ts'

test('materials are requisitioned, issued by the warehouse and posted to SAP', async ({ page, browser, request }) => {
  // two people sign in, and the product calls SAP twice
  test.setTimeout(120_000)
  await signIn(page, 'pmc')
  await page.goto('/material-requisition-apply')
  await choose(page, '工厂', '苏州')
  await choose(page, '领料类型', '生产补料')
  await choose(page, '领料原因', '试产')
  await fill(page, /^生产工单号/, '1000123')
  await choose(page, /^物料，第 1 行/, '连接器 003')
  await fill(page, /^申请数量，第 1 行/, '10')
  // the initiator may not see records of the inspection
  await expect(page.locator('[data-cell="inspections"]')).toHaveCount(0)
  await expectAccessible(page, 'material requisition')
  await page.getByRole('button', { name: /^提交/ }).last().click()
  await expect(page).toHaveURL(/\/nmaterial-requisition-apply\?/)
  await documentNumber(page, 'LLSQ')
  const address = page.url()
  const id = new URL(address).searchParams.get('procInstId') ?? ''
  // the head of planning files it: his superior decides in his place, as head and for PMC
  for (const opinion of ['同意', '同意【到货时间：2099-01-01 10:00】']) await passOverHttp(request, 'hefeng', id, opinion)

  const warehouse = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'Asia/Shanghai' })).newPage()
  await signIn(warehouse, 'moxiaotong')
  await warehouse.goto(address)
  await posted(warehouse, 'SAP预留号')
  await expect(warehouse.getByRole('textbox', { name: /^实发数量，第 1 行/ }).or(
    warehouse.getByRole('spinbutton', { name: /^实发数量，第 1 行/ }),
  )).toHaveValue('10')
  await expectAccessible(warehouse, 'issue of materials')
  await warehouse.getByRole('toolbar').getByRole('button', { name: /^通过/ }).click()
  const dialog = warehouse.getByRole('dialog')
  await sendPass(warehouse, async () => {
    await dialog.getByRole('button', { name: /^确认通过/ }).last().click()
    await expect(dialog).toBeHidden()
  })
  await warehouse.context().close()

  await page.goto(address)
  await posted(page, 'SAP物料凭证')
})

/** Waits until the document shows the number under which SAP has posted it. */
async function posted(page: Page, label: string): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(label, { exact: true })).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 30_000 })
  await expect(page.getByText(/^\d{7,10}(\/\d{4})?$/).first()).toBeVisible()
}

async function passOverHttp(request: APIRequestContext, approver: string, document: string, comment: string): Promise<void> {
  const form = { grant_type: 'password', client_id: 'oa-cli', username: approver, password, scope: 'openid' }
  const { access_token: token } = (await (await request.post('/idp/realms/oa/protocol/openid-connect/token', { form })).json()) as {
    access_token: string
  }
  const call = async <Data>(path: string, data: object): Promise<Data> =>
    (await (await request.post(`/api${path}`, { headers: { authorization: `Bearer ${token}` }, data })).json()) as Data
  const { data } = await call<{ data: { records: readonly { procInstId: string; taskId: string }[] } }>('/workflow/tasks/todoList', {
    size: 200,
  })
  const taskId = data.records.find(({ procInstId }) => procInstId === document)?.taskId
  expect(await call('/workflow/pass', { taskId, comment })).toMatchObject({ code: 200 })
}
