import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { choose, dayBefore, documentNumber, fill, fillDate } from './form.ts'
import { type Language, signIn, test } from './sign-in.ts'

interface Words {
  readonly language: Language
  readonly title: string
  readonly bearing: readonly [label: string, value: string]
  readonly costCentre: readonly [label: string, value: string]
  readonly row: (label: string) => RegExp
  readonly date: string
  readonly category: readonly [label: string, value: string]
  readonly detail: readonly [label: string, value: string]
  readonly amount: string
  readonly more: RegExp
  readonly invoiceType: readonly [label: string, value: string]
  readonly noInvoice: readonly [label: string, value: string]
  readonly account: string
  readonly explanation: RegExp
  readonly submit: RegExp
  readonly pass: RegExp
  readonly confirmPass: RegExp
  readonly opinion: RegExp
  readonly completed: RegExp
  readonly payDate: string
}

const chinese: Words = {
  language: '中', title: '标题', bearing: ['费用承担部门', '研发中心'], costCentre: ['成本中心', '研发中心'],
  row: (label) => new RegExp(`${label}，第 1 行`), date: '费用日期', category: ['费用类型', '培训费'], detail: ['费用明细', '质量体系培训'], amount: '申请金额',
  more: /待填|请输入|更多/, invoiceType: ['发票类型', '无发票'], noInvoice: ['无票说明', '境外讲师无发票'], account: '选择账户', explanation: /超预算说明/,
  submit: /^提交/, pass: /^通过/, confirmPass: /^确认通过/, opinion: /审批意见/, completed: /已完成/, payDate: '付款日期',
}

const english: Words = {
  language: 'EN', title: 'Title', bearing: ['Bearing department', 'R&D Centre'], costCentre: ['Cost centre', 'R&D Centre'],
  row: (label) => new RegExp(`${label}, row 1`), date: 'Expense date', category: ['Category', 'Training'], detail: ['Expense detail', 'Audit course'], amount: 'Requested',
  more: /to fill|Please|More/, invoiceType: ['Invoice type', 'No invoice'], noInvoice: ['Reason without invoice', 'Lecturer abroad'], account: 'Saved account', explanation: /Over-budget explanation/,
  submit: /^Submit/, pass: /^Pass/, confirmPass: /^Pass|^Confirm/, opinion: /Opinion/, completed: /Completed/, payDate: 'Payment date',
}

for (const words of [chinese, english]) {
  // six people sign in one after the other
  test.setTimeout(180_000)
  test(`an employee files a claim and it is paid (${words.language})`, async ({ page, browser }) => {
    await signIn(page, 'employee', words.language)
    const number = await file(page, words)
    await expectAccessible(page)
    for (const approver of ['xuhaibo', 'head', 'accountant', 'finance', 'cashier']) await pass(browser, { approver, number, words })
    await page.reload()
    await expect(page.getByText(words.completed).first()).toBeVisible()
    await expectAccessible(page)
  })
}

/** Fills in and submits a claim; answers its number. */
async function file(page: Page, words: Words): Promise<string> {
  await page.goto('/reimbursement')
  await expect(page.getByRole('textbox', { name: words.title })).toBeVisible()
  await expectAccessible(page)
  await fill(page, words.title, `e2e ${Date.now() % 100_000}`)
  await choose(page, ...words.bearing)
  await choose(page, ...words.costCentre)
  await fillDate(page, words.row(words.date), dayBefore(3))
  await choose(page, words.row(words.category[0]), words.category[1])
  await fill(page, words.row(words.detail[0]), words.detail[1])
  await fill(page, words.row(words.amount), '1286.50')
  await page.getByRole('button', { name: words.more }).first().click()
  await choose(page, ...words.invoiceType)
  await fill(page, words.noInvoice[0], words.noInvoice[1])
  await page.getByRole('button', { name: words.submit }).last().click()
  await expect(page).toHaveURL(/reimbursement-detail/)
  return documentNumber(page, 'BX')
}

/** Finds the claim among what waits for the approver and passes it. */
async function pass(browser: Browser, { approver, number, words }: { approver: string; number: string; words: Words }): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'Asia/Shanghai' })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  await signIn(page, approver, words.language)
  await page.goto('/todo')
  await page.getByText(number).click()
  await expect(page).toHaveURL(/reimbursement-detail/)
  await page.getByRole('button', { name: words.pass }).last().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: words.confirmPass }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/todo')
  await expect(page.getByText(number)).toHaveCount(0)
  expect(complaints).toEqual([])
  await context.close()
}
