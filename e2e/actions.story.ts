import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { chineseClaim, englishClaim, fileClaim, type ClaimWords } from './claim.ts'
import { choose, sendPass } from './form.ts'
import { type Language, signIn, test } from './sign-in.ts'

interface ReturnWords {
  readonly claim: ClaimWords
  readonly toApplicant: RegExp
  readonly reason: string
  /** The text above the title of the returned document. */
  readonly returned: string
  /** Opens the form of the returned document. */
  readonly edit: RegExp
  readonly resubmit: RegExp
  readonly waits: string
  readonly countersignFor: string
  readonly transferTo: string
  readonly accountant: string
  readonly head: string
  readonly urged: string
  readonly urgedTooEarly: RegExp
  readonly nextNode: string
  readonly phrase: string
  /** Labels of the action bar's buttons, and of those that confirm. */
  readonly bar: Readonly<Record<'return' | 'countersign' | 'transfer' | 'urge' | 'pass', RegExp>>
  readonly confirm: Readonly<Record<'return' | 'countersign' | 'transfer' | 'pass', RegExp>>
}

const chinese: ReturnWords = {
  claim: chineseClaim,
  toApplicant: /退回申请人修改/,
  reason: '原因',
  returned: '许海波在“部门负责人”退回',
  edit: /^修改并重新提交/,
  resubmit: /^重新提交/,
  waits: '等您处理',
  countersignFor: '加签给',
  transferTo: '转交给',
  accountant: '张敏',
  head: '李娜',
  urged: '已催办',
  urgedTooEarly: /催办过于频繁/,
  nextNode: '会计初审',
  phrase: '票据齐全',
  bar: { return: /^退回/, countersign: /^加签/, transfer: /^转交/, urge: /^催办/, pass: /^通过/ },
  confirm: { return: /^确认退回/, countersign: /^确认加签/, transfer: /^确认转交/, pass: /^确认通过/ },
}

const english: ReturnWords = {
  claim: englishClaim,
  toApplicant: /Back to the applicant for changes/,
  reason: 'Reason',
  returned: 'Haibo Xu returned this at “Department head”',
  edit: /^Edit and resubmit/,
  resubmit: /^Resubmit/,
  waits: 'Waiting for you',
  countersignFor: 'Countersigners',
  transferTo: 'Transfer to',
  accountant: 'Min Zhang',
  head: 'Na Li',
  urged: 'Reminder sent',
  urgedTooEarly: /just sent a reminder/,
  nextNode: 'Accountant review',
  phrase: 'Receipts are complete',
  bar: { return: /^Return/, countersign: /^Countersign/, transfer: /^Transfer/, urge: /^Urge/, pass: /^Pass/ },
  confirm: { return: /^Return/, countersign: /^Countersign/, transfer: /^Transfer/, pass: /^Pass/ },
}

for (const words of [chinese, english]) {
  test(`a claim goes back, is countersigned, handed on, urged and passed (${words.claim.language})`, async ({ page, browser }) => {
    // four people sign in sequentially
    test.setTimeout(240_000)
    const { language } = words.claim
    await signIn(page, 'employee', language)
    const number = await fileClaim(page, words.claim)
    const address = page.url()
    const boss = await somebody(browser, 'xuhaibo', language)

    await boss.goto(address)
    await start(boss, words.bar.return)
    await boss.getByRole('radio', { name: words.toApplicant }).check()
    await boss.getByRole('dialog').getByLabel(words.reason).fill('Which course was it?')
    await expectAccessible(boss, 'return')
    await confirm(boss, words.confirm.return)
    await expect(boss).toHaveURL(/todo/)

    await page.reload()
    await expect(page.getByRole('status').filter({ hasText: words.returned })).toContainText('Which course was it?')
    await start(page, words.edit)
    await expect(page).toHaveURL(/operate=edit/)
    await page.getByRole('checkbox', { name: 'Which course was it?' }).check()
    await page.getByRole('button', { name: words.resubmit }).last().click()
    await expect(page).toHaveURL(/reimbursement-detail/)

    await boss.goto(address)
    await start(boss, words.bar.countersign)
    await choose(boss, new RegExp(words.countersignFor), words.accountant)
    await boss.keyboard.press('Escape')
    await expectAccessible(boss, 'countersign')
    await confirm(boss, words.confirm.countersign)
    await expect(boss).toHaveURL(/todo/)

    const accountant = await somebody(browser, 'accountant', language)
    await passWith(accountant, words, { number, address })

    await boss.goto(address)
    await start(boss, words.bar.transfer)
    await choose(boss, new RegExp(words.transferTo), words.head)
    await confirm(boss, words.confirm.transfer)
    await expect(boss).toHaveURL(/todo/)

    await page.goto(address)
    await start(page, words.bar.urge)
    await expect(page.getByText(words.urged)).toBeVisible()
    await start(page, words.bar.urge)
    await expect(page.getByText(words.urgedTooEarly)).toBeVisible()

    const head = await somebody(browser, 'head', language)
    await passWith(head, words, { number, address })
    await accountant.goto(address)
    await expect(accountant.getByText(words.waits)).toBeVisible()
    await expect(accountant.getByText(words.nextNode).first()).toBeVisible()
    await expectAccessible(accountant, 'detail')
    for (const colleague of [boss, accountant, head]) await colleague.context().close()
  })
}

/** A browser of a colleague, in which no errors or warnings may be logged either. */
async function somebody(browser: Browser, userName: string, language: Language): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'Asia/Shanghai' })
  const page = await context.newPage()
  page.on('console', (message) => expect(['error', 'warning'].includes(message.type()) ? message.text() : '').toBe(''))
  await signIn(page, userName, language)
  return page
}

const start = (page: Page, action: RegExp) => page.getByRole('toolbar').getByRole('button', { name: action }).click()

async function confirm(page: Page, name: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name }).last().click()
  await expect(dialog).toBeHidden()
}

/** Opens the claim from the to-do list and passes it by keyboard, with a saved opinion. */
async function passWith(page: Page, words: ReturnWords, { number, address }: { number: string; address: string }): Promise<void> {
  await page.goto('/todo')
  await expect(page.getByText(number)).toBeVisible()
  await page.goto(address)
  await expect(page.getByRole('toolbar')).toBeVisible()
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: words.phrase }).click()
  await expect(dialog.getByRole('textbox').first()).toHaveValue(words.phrase)
  await expectAccessible(page, 'pass')
  await sendPass(page, async () => {
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/todo/)
  })
}
