import { expect } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { fill } from './form.ts'
import { choose, password, signIn, test } from './sign-in.ts'
import { fileSmallClaims, signedInAs } from './small-claims.ts'

test('somebody who is gone is told so at the sign-in, in both languages', async ({ page }) => {
  await page.goto('/')
  await page.locator('input[name="username"]').fill('disabled')
  await page.locator('input[type="password"]').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('账号已停用').or(page.getByText('This account is deactivated')).first()).toBeVisible()
  await page.locator('input[name="username"]').fill('employee')
  await page.locator('input[type="password"]').fill('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('用户名或密码错误').or(page.getByText('Wrong user name or password')).first()).toBeVisible()
})

test('what is typed comes back after the tab was lost', async ({ page, context }) => {
  await signIn(page, 'quality')
  await page.goto('/reimbursement')
  const title = `丢失的标题 ${Date.now() % 100_000}`
  await fill(page, '标题', title)
  await expect(page.getByText(/已自动保存/)).toBeVisible()
  await page.close()
  const again = await context.newPage()
  await again.goto('/')
  await expect(again.getByRole('main')).toBeVisible()
  await again.goto('/reimbursement')
  await again.getByRole('button', { name: '恢复' }).click()
  await expect(again.getByRole('textbox', { name: '标题' })).toHaveValue(title)
})

test('who filed a claim takes it back, and may file it again', async ({ page, request }) => {
  const title = `撤回 ${Date.now() % 100_000}`
  await fileSmallClaims(request, [title])
  await signIn(page, 'quality')
  await page.goto('/initiated')
  await page.getByText(title).first().click()
  await expect(page).toHaveURL(/reimbursement-detail/)
  await page.getByRole('button', { name: /^撤/ }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /撤销|撤回/ }).click()
  await expect(page.getByText('已撤销').locator('visible=true').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /重新提交/ }).last()).toBeVisible()
})

test('a new claim begins with the values of an earlier one', async ({ page, request }) => {
  const title = `复制 ${Date.now() % 100_000}`
  await fileSmallClaims(request, [title])
  await signIn(page, 'quality')
  await page.goto('/initiated')
  await page.getByText(title).first().click()
  await page.getByRole('button', { name: '复制', exact: true }).click()
  await expect(page).toHaveURL(/reimbursement\?operate=copy/)
  await expect(page.getByRole('textbox', { name: '标题' })).toHaveValue(title)
  await expect(page.getByText(/已按 BX\d+ 填写。未复制：.*费用日期/)).toBeVisible()
})

test('home tells a head who of the unit travels, and the header who decides in the head’s place', async ({ page, request }) => {
  const moment = (hours: number) => new Date(Date.now() + (hours + 8) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const [engineer, head] = [await signedInAs(request, 'employee'), await signedInAs(request, 'head')]
  const segment = { startArea: ['320000', '320500'], endArea: ['310000', '310100'], departTime: moment(0), arriveTime: moment(1),
    transport: '2' }
  const trip = (await (await request.post('/api/oaserver/journeyRecord', { headers: engineer, data: { segments: [segment] } })).json()) as {
    data: string
  }
  const absence = { delegateId: 'u-xuhaibo', startTime: moment(-1), endTime: moment(24), businessTypes: ['bookAdd'] }
  const substitute = (await (await request.post('/api/system/delegation', { headers: head, data: absence })).json()) as {
    data: { id: string }
  }

  await signIn(page, 'head')
  await expect(page.getByRole('main').getByText(/研发中心 \d+ 人，今天 \d+ 人出差/)).toBeVisible()
  await expect(page.getByRole('region', { name: '本周谁不在' }).getByRole('row', { name: /王伟/ }).getByText('上海').first()).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: /^许海波为您代办至/ }).click()
  await expect(page).toHaveURL(/profile\?part=absence/)

  await request.delete(`/api/oaserver/journeyRecord/${trip.data}`, { headers: engineer })
  await request.delete(`/api/system/delegation/${substitute.data.id}`, { headers: head })
})

test('pages say who may not see them, and which do not exist', async ({ page }) => {
  await signIn(page, 'employee')
  await page.goto('/currency-department')
  await expect(page.getByText('无查看权限').first()).toBeVisible()
  await page.goto('/no-such-page')
  await expect(page).toHaveURL(/404/)
  await expect(page.getByText('页面不存在').first()).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`home, lists and a claim are usable by everyone in ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN', colorScheme })
    const page = await context.newPage()
    await signIn(page, 'finance')
    for (const language of ['中', 'EN'] as const) {
      await choose(page, language)
      for (const path of ['/', '/orders', '/currency-department', '/reimbursement']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page, `${path} ${language}`)
      }
    }
    await context.close()
  })
}
