import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { choose, fill, sendPass, submit } from './form.ts'
import { type Language, password, signIn, test } from './sign-in.ts'

/** Texts of one language, and a vendor without bank data: the demo company's SAP does not pay such vendors. */
interface PaymentWords {
  readonly language: Language
  readonly vendor: string
  readonly company: string
  readonly supplier: string
  readonly fetch: string
  readonly reason: string
  readonly payee: { readonly add: RegExp; readonly name: RegExp; readonly account: RegExp; readonly kind: readonly [RegExp, string];
    readonly bank: readonly [RegExp, string]; readonly branch: RegExp; readonly more: RegExp }
  readonly submit: RegExp
  readonly houseBank: readonly [RegExp, string]
  readonly pass: RegExp
  readonly confirmPass: RegExp
  readonly refusal: (vendor: string) => string
  readonly retry: string
  readonly done: string
  readonly postedNo: string
  readonly revoke: RegExp
  readonly urge: RegExp
  readonly header: string
  readonly alreadyPosted: string
}

const chinese: PaymentWords = {
  language: '中',
  vendor: 'V200004',
  company: '公司代码',
  supplier: 'SAP供应商',
  fetch: '从SAP获取未清项',
  reason: '付款事由',
  payee: { add: /加一行/, name: /^户名，第 1 行/, account: /^账号，第 1 行/, kind: [/^账户类型/, '对公'],
    bank: [/^开户行，第 1 行/, '中国建设银行'], branch: /^联行号/, more: /待填|更多/ },
  submit: /^提交/,
  houseBank: [/^付款银行/, 'CCB01'],
  pass: /^通过/,
  confirmPass: /^确认通过/,
  refusal: (vendor) => `SAP过账失败：供应商${vendor}缺少银行主数据`,
  retry: '重试',
  done: '推送成功',
  postedNo: 'SAP付款凭证号',
  revoke: /^撤/,
  urge: /^催办/,
  header: 'zh_CN',
  alreadyPosted: 'SAP已过账，请先在SAP冲销',
}

const english: PaymentWords = {
  language: 'EN',
  vendor: 'V200006',
  company: 'Company code',
  supplier: 'SAP vendor',
  fetch: 'Fetch open items from SAP',
  reason: 'Payment reason',
  payee: { add: /Add row/, name: /^Account name, row 1/, account: /^Account number, row 1/, kind: [/^Account type/, 'Corporate'],
    bank: [/^Bank, row 1/, '中国建设银行'], branch: /^Bank branch no/, more: /^Show more/ },
  submit: /^Submit/,
  houseBank: [/^House bank/, 'CCB01'],
  pass: /^Pass/,
  confirmPass: /^Pass|^Confirm/,
  refusal: (vendor) => `SAP posting failed: Vendor ${vendor} has no bank data`,
  retry: 'Retry',
  done: 'Pushed successfully',
  postedNo: 'SAP document',
  revoke: /^Revoke/,
  urge: /^Urge/,
  header: 'en_US',
  alreadyPosted: 'Already posted in SAP. Reverse it in SAP first',
}

for (const words of [chinese, english]) {
  test(`a buyer pays what a vendor is owed; SAP refuses, then posts it (${words.language})`, async ({ page, browser, request }) => {
    // three people sign in sequentially, and the product calls SAP twice
    test.setTimeout(180_000)
    await signIn(page, 'buyer', words.language)
    await filePayment(page, words)
    const address = page.url()
    const id = new URL(address).searchParams.get('procInstId') ?? ''
    for (const approver of ['qianhong', 'accountant']) await passOverHttp(request, approver, id)
    await passInBrowser(browser, { approver: 'finance', address, words, fillIn: (finance) => choose(finance, ...words.houseBank) })

    await page.reload()
    // on the document, in addition to the notification
    const banner = page.getByRole('main').getByRole('alert').filter({ hasText: words.refusal(words.vendor) })
    await expect(banner).toBeVisible()
    await expectAccessible(page, 'refused by SAP')
    await retry(page, words)
    await expect(page.getByText(words.refusal(words.vendor)).last()).toBeVisible()

    await giveBankData(request, words.vendor)
    await retry(page, words)
    await expect(page.getByText(words.done)).toBeVisible()
    await expect(banner).toBeHidden()
    await expect(page.getByText(words.postedNo).first()).toBeVisible()
    await expect(page.getByText(/^15\d{8}\/\d{4}$/).first()).toBeVisible()
    await expectAccessible(page, 'posted by SAP')

    // revoking a posted payment is not offered, and refused on the server too
    await expect(page.getByRole('toolbar').getByRole('button', { name: words.urge })).toBeVisible()
    await expect(page.getByRole('toolbar').getByRole('button', { name: words.revoke })).toHaveCount(0)
    const call = await caller(request, 'buyer', words.header)
    expect(await call('/workflow/abort', { procInstId: id, comment: 'Paid twice' })).toMatchObject({ code: 42009,
      msg: words.alreadyPosted })

    await passInBrowser(browser, { approver: 'cashier', address, words })
  })
}

/** Fetches the open items of SAP and files them all; ends on the document's page. */
async function filePayment(page: Page, words: PaymentWords): Promise<void> {
  await page.goto('/sap-payment-apply')
  await choose(page, words.company, '1000')
  await choose(page, words.supplier, words.vendor)
  await page.getByRole('button', { name: words.fetch }).click()
  await expect(page.getByText(/^INV\d+/).first()).toBeVisible()
  // items of SAP are not entered manually
  await expect(page.locator('[data-cell="items"]').getByRole('button', { name: words.payee.add })).toHaveCount(0)
  await fill(page, words.reason, 'Tooling of October')
  const { payee } = words
  const lines = page.locator('[data-cell="payeeLines"]')
  await lines.getByRole('button', { name: payee.add }).click()
  await fill(page, payee.name, 'Jinggong Tooling')
  await fill(page, payee.account, '32050177543600001234')
  await choose(page, ...payee.bank)
  await lines.getByRole('button', { name: payee.more }).first().click()
  await choose(page, ...payee.kind)
  await fill(page, payee.branch, '105305060018')
  await expectAccessible(page, 'payment through SAP')
  await submit(page, words.submit, 'SP')
}

async function retry(page: Page, { retry: name }: PaymentWords): Promise<void> {
  await page.getByRole('alert').getByRole('button', { name }).click()
  await page.getByRole('dialog').locator('.ant-btn-primary').click()
}

interface PassStep {
  readonly approver: string
  readonly address: string
  readonly words: PaymentWords
  /** Fills in the fields of the node. */
  fillIn?(page: Page): Promise<void>
}

async function passInBrowser(browser: Browser, { approver, address, words, fillIn }: PassStep): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'Asia/Shanghai' })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  await signIn(page, approver, words.language)
  await page.goto(address)
  await expect(page.getByRole('toolbar')).toBeVisible()
  await fillIn?.(page)
  await page.getByRole('toolbar').getByRole('button', { name: words.pass }).click()
  const dialog = page.getByRole('dialog')
  await sendPass(page, async () => {
    await dialog.getByRole('button', { name: words.confirmPass }).last().click()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/todo/)
  })
  expect(complaints).toEqual([])
  await context.close()
}

async function passOverHttp(request: APIRequestContext, approver: string, document: string): Promise<void> {
  const call = await caller(request, approver)
  const { data } = await call<{ records: readonly { procInstId: string; taskId: string }[] }>('/workflow/tasks/todoList', { size: 200 })
  expect(await call('/workflow/pass', { taskId: data.records.find(({ procInstId }) => procInstId === document)?.taskId })).toMatchObject({
    code: 200,
  })
}

/** Enters the bank data of a vendor that SAP cannot pay, as finance does. */
async function giveBankData(request: APIRequestContext, code: string): Promise<void> {
  const call = await caller(request, 'finance')
  const { data: { records: [vendor] } } = await call<{ records: readonly { id: string; nameCn: string }[] }>('/oaserver/supplier/page', {
    keyword: code,
  })
  const account = { ownerId: vendor?.id, accountName: vendor?.nameCn, accountNo: `3205017754${code.slice(1)}`, proceedsAccountType: '1',
    currencyType: 'CNY', bank: '中国建设银行' }
  expect(await call('/oaserver/supplierAccount/save', account)).toMatchObject({ code: 200 })
}

interface Answer<Data> {
  readonly code: number
  readonly msg: string
  readonly data: Data
}

/** Returns a function that makes calls without a browser. */
async function caller(request: APIRequestContext, username: string, language = 'zh_CN') {
  const form = { grant_type: 'password', client_id: 'oa-cli', username, password, scope: 'openid' }
  const { access_token: token } = (await (await request.post('/idp/realms/oa/protocol/openid-connect/token', { form })).json()) as {
    access_token: string
  }
  return async <Data>(path: string, data: object): Promise<Answer<Data>> => {
    const answer = await request.post(`/api${path}`, { headers: { authorization: `Bearer ${token}`, 'accept-language': language }, data })
    return (await answer.json()) as Answer<Data>
  }
}
