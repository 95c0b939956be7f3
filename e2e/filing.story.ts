import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { addPerson, choose, chooseCity, dayBefore, fill, fillDate, submit } from './form.ts'
import { signIn, test } from './sign-in.ts'

const send = /^提交/
const first = (label: string) => new RegExp(`^${label}，第 1 行`)
const second = (label: string) => new RegExp(`^${label}，第 2 行`)

async function bear(page: Page): Promise<void> {
  await choose(page, '费用承担部门', '研发中心')
  await choose(page, '成本中心', '研发中心')
}

/** Presses Tab until the field is focused, types, and confirms with Enter; a button is pressed. */
async function enter(page: Page, name: RegExp, text = ''): Promise<void> {
  const wanted = page.getByRole('textbox', { name }).or(page.getByRole('combobox', { name })).or(page.getByRole('spinbutton', { name })).or(
    page.getByRole('button', { name }),
  )
    .first()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(wanted).toBeFocused({ timeout: 100 })
  }).toPass({ intervals: [20], timeout: 20_000 })
  await page.keyboard.type(text)
  if ((await wanted.getAttribute('role')) === 'combobox')
    await expect(page.locator('.ant-select-dropdown:visible .ant-select-item-option-active', { hasText: text })).toBeVisible()
  await page.keyboard.press('Enter')
}

test.setTimeout(180_000)

test('an engineer applies for a trip with a colleague', async ({ page }) => {
  await signIn(page, 'employee')
  await page.goto('/evection')
  await bear(page)
  await choose(page, '拜访客户', '苏州')
  await addPerson(page, '同行人', '邓凯')
  await fill(page, '出差事由', '到上海客户现场调试样机')
  await chooseCity(page, first('出发国家／城市'), '苏州')
  await chooseCity(page, first('目的国家／城市'), '上海')
  await fillDate(page, first('开始时间'), `${dayBefore(-40)} 08:00`)
  await fillDate(page, first('结束时间'), `${dayBefore(-40)} 10:00`)
  await fill(page, first('预计票价'), '39.50')
  await page.getByRole('button', { name: '加一行' }).first().click()
  await fillDate(page, second('开始时间'), `${dayBefore(-42)} 16:00`)
  await fillDate(page, second('结束时间'), `${dayBefore(-42)} 18:00`)
  await fill(page, second('预计票价'), '39.50')
  // two nights for two people; the way back is derived from the way there
  await expect(page.getByRole('textbox', { name: '预计住宿费' }).or(page.getByRole('spinbutton', { name: '预计住宿费' }))).toHaveValue(
    '1,600.00',
  )
  await submit(page, send, 'CC')
  await expect(page.getByText('同行人部门负责人').first()).toBeVisible()
  await expectAccessible(page)
})

test('an engineer claims a trip that is over', async ({ page }) => {
  await signIn(page, 'employee')
  await page.goto('/evection-apply')
  await page.locator('.oa-field', { hasText: '关联出差申请' }).getByRole('button').first().click()
  const trips = page.getByRole('dialog').locator('tbody tr')
  await trips.filter({ has: page.locator('input:enabled') }).first().locator('input').check()
  await page.getByRole('dialog').getByRole('button', { name: /^选择/ }).last().click()
  await expect(page.getByRole('combobox', { name: first('出发地') })).toBeVisible()
  await expect(page.getByText('餐补扣减')).toBeVisible()
})

test('an engineer claims without a mouse, and looks at the budget', async ({ page }) => {
  await signIn(page, 'employee')
  await page.goto('/reimbursement')
  await page.getByRole('textbox', { name: '标题' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(`键盘 ${Date.now() % 100_000}`)
  await enter(page, first('费用日期'), dayBefore(3))
  await enter(page, first('费用类型'), '培训费')
  await enter(page, first('费用明细'), '质量体系培训')
  await enter(page, first('申请金额'), '120')
  await enter(page, /^展开第 1 行/)
  await enter(page, /^发票类型/, '无发票')
  await enter(page, /^无票说明/, '境外讲师无发票')
  await expect(page.getByRole('region', { name: '预算' }).getByText('研发中心 × 培训费')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/reimbursement-detail/)
})

test('an engineer proposes an improvement, opening the date while the form saves itself', async ({ page }) => {
  await signIn(page, 'employee')
  await page.goto('/proposal-apply')
  await fill(page, '提案名称', `样机登记 ${Date.now() % 100_000}`)
  await choose(page, '提案类别', '效率')
  await page.getByRole('textbox', { name: '提案日期' }).click()
  await expect(page.locator('.ant-picker-dropdown:visible')).toBeVisible()
  await page.keyboard.press('Escape')
  await fill(page, '现状及问题', '样机去向全凭口头询问，经常找不到')
  await fill(page, '改善建议', '建立统一登记表并由专人每周核对')
  await fill(page, '预期效益说明', '减少寻找时间')
  await submit(page, send, 'TA')
  await expectAccessible(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

  test('an engineer asks for a taxi', async ({ page }) => {
    await signIn(page, 'employee')
    await page.goto('/taxi')
    await bear(page)
    await fill(page, '事由说明', '送样机到检测机构')
    await fillDate(page, '用车时间', `${dayBefore(-30)} 09:00`)
    await chooseCity(page, '出发城市', '苏州')
    await fill(page, '上车地点', '公司正门')
    await fill(page, '联系电话', '13800001234')
    await fill(page, '预估费用', '86')
    // a row opens as a sheet
    await page.getByText('待填 1 项').click()
    await fill(page.getByRole('dialog'), '终点', '华测检测')
    await page.getByRole('dialog').getByRole('button', { name: '完成' }).click()
    await submit(page, send, 'DC')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  })
})
