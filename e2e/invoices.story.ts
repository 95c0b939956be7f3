import { expect, type Page } from '@playwright/test'
import { digitalXml, railFacts, standardXml } from '#plugins/vouchers/server/reading/testing.ts'
import { issuedToUs } from '#plugins/vouchers/server/testing.ts'
import { type DroppedFile, dropFiles } from './drop-files.ts'
import { choose, dayBefore } from './form.ts'
import { type Language, signIn, test } from './sign-in.ts'

test.setTimeout(90_000)

const run = Date.now() % 1_000_000
let count = 0
/** No two runs have a number in common. */
const newNumber = () => `2632${String(run).padStart(6, '0')}${String(count += 1).padStart(10, '0')}`

const amounts = [['10.00', '0.60', '10.60'], ['5.00', '0.30', '5.30'], ['2.00', '0.12', '2.12'], ['4.00', '0.24', '4.24'], ['1.00', '0.06',
  '1.06']] as const
const fiveInvoices = (): readonly DroppedFile[] =>
  amounts.map(([net, tax, total], index) => ({ name: `发票${index + 1}.xml`,
    text: issuedToUs(digitalXml(newNumber(), { net, tax, total })).replace('2026-11-20', dayBefore(3)).replace('<ItemName>餐费',
      '<ItemName>办公用品') })
  )

const words = {
  中: { category: /5 行的费用类型/, chosen: '办公费', submit: /^提交/, filled: '5 行由 5 个文件填写' },
  EN: { category: /Expense category of all 5 rows/, chosen: 'Office', submit: /^Submit/, filled: '5 rows were filled in from 5 files' },
} as const

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 375, height: 812 } }

/** Counts a person's actions. */
class Actions {
  count = 0

  async do(action: () => Promise<unknown>): Promise<void> {
    this.count += 1
    await action()
  }
}

async function fileFive(page: Page, language: Language): Promise<number> {
  const said = words[language]
  const actions = new Actions()
  await actions.do(() => page.goto('/reimbursement'))
  await actions.do(() => dropFiles(page.locator('[data-invoices="items"]'), fiveInvoices()))
  await expect(page.getByText(said.filled)).toBeVisible()
  // opening and choosing are two actions
  actions.count += 1
  await actions.do(() => choose(page, said.category, said.chosen))
  await actions.do(() => page.getByRole('button', { name: said.submit }).last().click())
  await expect(page).toHaveURL(/-detail\?/)
  await expect(page.getByText('23.32').first()).toBeVisible()
  return actions.count
}

for (const [size, viewport] of Object.entries(sizes)) {
  for (const language of ['中', 'EN'] as const) {
    test.describe(`on a ${size}`, () => {
      test.use({ viewport })

      test(`an expense of five invoices is filed by dropping five files (${language})`, async ({ page }) => {
        await signIn(page, 'quality', language)
        const actions = await fileFive(page, language)
        console.log(`five invoices on a ${size} (${language}): ${actions} actions`)
        expect(actions).toBeLessThanOrEqual(8)
      })
    })
  }
}

const ticket = (from: string, to: string, day: string, time: string): DroppedFile => ({
  name: `${from}-${to}.xml`,
  text: standardXml('rai', { ...railFacts(newNumber()), DateOfIssue: day, TravelDate: day, DepartureTime: time, DepartureStation: from,
    DestinationStation: to, Name: '王伟', SeatLevel: '二等座', NameOfPurchaser: '苏州宏岳电子有限公司',
    UnifiedSocialCreditCodeOfPurchaser: '91320594MA1X8Q7T2K' }),
})
const hotel = (day: string): DroppedFile => ({
  name: '酒店.xml',
  text: issuedToUs(digitalXml(newNumber(), { net: '600.00', tax: '36.00', total: '636.00' })).replace('2026-11-20', day)
    .replace('<ItemName>餐费</ItemName>', '<ItemName>*住宿服务*住宿费</ItemName><Quantity>1</Quantity>').replace('苏州测试餐饮',
      '北京测试酒店'),
})

async function dropJourney(page: Page, legsComeFirst: boolean): Promise<void> {
  await signIn(page, 'employee')
  await page.goto('/evection-apply')
  const [first, last] = [dayBefore(12), dayBefore(10)]
  await page.locator('.oa-field', { hasText: '关联出差申请' }).getByRole('button').first().click()
  await page.getByRole('dialog').locator('tbody tr').filter({ hasText: first }).locator('input').check()
  await page.getByRole('dialog').getByRole('button', { name: /^选择/ }).last().click()
  const legs = page.locator('[data-cell="tripRows"]').first()
  const arrival = legs.getByRole('textbox', { name: /^到达时间，第 1 行/ })
  if (legsComeFirst) await expect(arrival).toHaveValue(/./)
  // in arbitrary order
  await dropFiles(page.locator('[data-invoices="transportRows"]'), [hotel(dayBefore(11)), ticket('北京南', '苏州北', last, '16:30'),
    ticket('苏州北', '北京南', first, '08:05')])
  const night = page.getByRole('region', { name: '还需确认' }).getByRole('listitem').filter({
    hasText: `北京市 ${dayBefore(11)} 晚没有住宿发票？`,
  })
  await expect(night).toBeVisible()
  // the ticket contains the departure, and the trip its duration
  await expect(legs.getByRole('textbox', { name: /^出发时间，第 1 行/ })).toHaveValue(`${first} 08:05`)
  await expect(arrival).toHaveValue(`${first} 12:35`)
  await expect(page.locator('[data-cell="hotelRows"]').first().getByRole('textbox', { name: /^离店，第 1 行/ })).toHaveValue(dayBefore(11))
  await night.getByRole('button', { name: '不需要' }).click()
  await expect(night).toBeHidden()
}

test('the vouchers of a journey write its claim, and what is missing is asked', ({ page }) => dropJourney(page, true))

test('vouchers that are dropped as soon as a trip is linked wait for its legs', ({ page }) => dropJourney(page, false))

test('a voucher goes where it is dropped, also beside the first table that takes invoices', async ({ page }) => {
  await signIn(page, 'employee')
  await page.goto('/evection-apply')
  const zone = page.locator('[data-invoices="hotelRows"]')
  await dropFiles(zone, [hotel(dayBefore(11))])
  await expect(zone.getByRole('status')).toContainText('酒店.xml')
  await expect(page.locator('[data-cell="hotelRows"]').first().getByRole('textbox', { name: '金额，第 1 行' })).toHaveValue('636.00')
})

test('one invoice is split over two rows, which say what is left of it', async ({ page }) => {
  await signIn(page, 'quality')
  await page.goto('/reimbursement')
  await dropFiles(page.locator('[data-invoices="items"]'), [
    { name: '酒店.xml',
      text: issuedToUs(digitalXml(newNumber(), { net: '754.72', tax: '45.28', total: '800.00' })).replace('2026-11-20', dayBefore(3)) },
  ])
  const items = page.locator('[data-cell="items"]').first()
  const amount = items.getByRole('textbox', { name: /^申请金额/ })
  await expect(amount.first()).toHaveValue('800.00')
  await amount.first().fill('500')
  await page.locator('[data-adds]').first().click()
  await items.getByRole('button', { name: /^发票，第 2 行/ }).click()
  await page.getByRole('button', { name: '使用其他行的发票' }).click()
  await page.getByRole('menuitem', { name: /余 300\.00/ }).click()
  await expect(amount.nth(1)).toHaveValue('300.00')
  await expect(items.locator('.oa-rowgroup').filter({ hasText: '余 0.00' })).toHaveCount(2)
  await amount.nth(1).fill('450')
  await amount.nth(1).press('Tab')
  await expect(items.getByText('发票共800.00，各行用了950.00')).toHaveCount(2)
})
