import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { chineseClaim, type ClaimWords, englishClaim, fileClaim } from './claim.ts'
import { choose, fill, submit } from './form.ts'
import { signIn } from './sign-in.ts'

interface UploadWords extends ClaimWords {
  readonly upload: RegExp
  readonly failed: string
  readonly retry: RegExp
  readonly running: string
  readonly download: (name: string) => string
}

const chinese: UploadWords = { ...chineseClaim, upload: /^上传 附件/, failed: '上传失败！', retry: /^重试/, running: '文件尚未上传完成',
  download: (name) => `下载${name}` }
const english: UploadWords = { ...englishClaim, upload: /^Upload Attachments/, failed: 'Upload Error!', retry: /^Retry/,
  running: 'The file has not been uploaded yet', download: (name) => `Download ${name}` }

/** Texts for a proposal, whose form has few fields, and for files in its timeline. */
interface PhoneWords extends UploadWords {
  readonly texts: readonly (readonly [label: string | RegExp, value: string])[]
  readonly kind: readonly [label: string, value: string]
  readonly timeline: string
  readonly attach: string
  readonly uploadComment: RegExp
  readonly send: string
  readonly added: string
  readonly remove: (name: string) => string
  readonly removeIt: string
  readonly removed: string
}

const chinesePhone: PhoneWords = {
  ...chinese,
  texts: [['提案名称', '样机登记'], ['现状及问题', '样机去向全凭口头询问，经常找不到'], ['改善建议', '建立统一登记表并由专人每周核对'], [
    '预期效益说明',
    '减少寻找时间',
  ]],
  kind: ['提案类别', '效率'],
  timeline: '审批记录',
  attach: '添加附件',
  uploadComment: /^上传 评论附件/,
  send: '发送',
  added: '上传附件',
  remove: (name) => `移除${name}`,
  removeIt: '删除',
  removed: '删除附件',
}
const englishPhone: PhoneWords = {
  ...english,
  texts: [['Proposal name', 'A register of samples'], ['Current situation', 'Nobody knows where samples are'], ['Suggested improvement',
    'One register, checked every week'], [
    /^Expected benefit/,
    'Less searching',
  ]],
  kind: ['Proposal type', 'Efficiency'],
  timeline: 'Timeline',
  attach: 'Attach files',
  uploadComment: /^Upload Files of the comment/,
  send: 'Send',
  added: 'added files',
  remove: (name) => `Remove ${name}`,
  removeIt: 'Delete',
  removed: 'removed files',
}

const folder = mkdtempSync(join(tmpdir(), 'story-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

const megabyte = 1024 * 1024
const cases = [{ words: chinese, width: 1440, size: 150 * megabyte }, { words: english, width: 1440, size: 6 * megabyte }]

for (const { words, width, size } of cases) {
  test(`a file arrives whole over a line that is lost (${words.language}, ${width}, ${size / megabyte} MB)`, async ({ page, browser }) => {
    test.setTimeout(180_000)
    const path = written(`${words.language}-${width}.txt`, size)
    await signIn(page, 'employee', words.language)
    await page.setViewportSize({ width, height: 812 })
    const number = await fileClaim(page, words, (form) => attach(form, { words, path, field: words.title }))
    const address = page.url()

    const context = await browser.newContext({ viewport: { width, height: 812 }, timezoneId: 'Asia/Shanghai', acceptDownloads: true })
    const approver = await context.newPage()
    await signIn(approver, 'xuhaibo', words.language)
    await approver.goto(address)
    await expect(approver.getByText(number).first()).toBeVisible()
    const name = `${words.language}-${width}.txt`
    const download = approver.waitForEvent('download', { timeout: 90_000 })
    await approver.getByRole('button', { name: words.download(name) }).last().click()
    expect(await hashOf(await (await download).path())).toBe(await hashOf(path))
    await context.close()
  })
}

/** On a phone files are chosen by its own control, and the history is a line that opens. */
const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true, timezoneId: 'Asia/Shanghai' }

for (const words of [chinesePhone, englishPhone]) {
  test(`files are sent by phone over a line that is lost, added to the document, and taken out again (${words.language})`, async ({ browser }) => {
    test.setTimeout(120_000)
    const context = await browser.newContext(phone)
    const page = await context.newPage()
    await signIn(page, 'employee', words.language)
    await page.goto('/proposal-apply')
    for (const [label, value] of words.texts) await fill(page, label, value)
    await choose(page, ...words.kind)
    await attach(page, { words, path: written(`${words.language}-photo.txt`, 2 * megabyte), field: words.texts[0]![0] })
    await submit(page, words.submit, 'TA')

    const note = `${words.language}-note.txt`
    await page.locator('.oa-phone-history > button').click()
    await page.getByRole('tab', { name: words.timeline }).click()
    await page.getByRole('button', { name: words.attach }).click()
    await page.getByLabel(words.uploadComment).setInputFiles(written(note, 100))
    await expect(page.getByRole('button', { name: words.remove(note) })).toBeVisible()
    await page.getByRole('button', { name: words.send, exact: true }).click()
    const line = page.getByRole('listitem').filter({ hasText: words.added })
    await line.getByRole('button', { name: words.remove(note) }).click()
    // clicks during the animation of the sheet may miss the button
    const question = page.getByRole('dialog')
    await expect(async () => {
      await question.getByRole('button', { name: words.removeIt, exact: true }).click({ timeout: 1_000 })
      await expect(question).toBeHidden({ timeout: 3_000 })
    }).toPass()
    await expect(page.getByRole('listitem').filter({ hasText: words.removed })).toBeVisible()
    await expect(page.getByRole('button', { name: words.download(note) })).toHaveCount(0)
    await context.close()
  })
}

/** Writes a file of a size. */
function written(name: string, size: number): string {
  const path = join(folder, name)
  writeFileSync(path, randomBytes(size).toString('base64').slice(0, size))
  return path
}

/** Chooses a file, and loses the connection during the upload while the form stays usable; then the connection returns. */
async function attach(page: Page, { words, path, field }: { words: UploadWords; path: string; field: string | RegExp }): Promise<void> {
  const sending = '**/attachment/upload**'
  let cut = () => {}
  const lost = new Promise<void>((resolve) => (cut = resolve))
  await page.route(sending, (route) => lost.then(() => route.abort('internetdisconnected')))
  await page.getByLabel(words.upload).setInputFiles(path)
  await expect(page.locator('.oa-file').getByRole('progressbar')).toBeVisible()
  await page.getByRole('button', { name: words.submit }).last().click()
  await expect(page.getByText(words.running).first()).toBeVisible()
  await page.context().setOffline(true)
  cut()
  // A busy browser is slow to abort a large request.
  await expect(page.getByText(words.failed).first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(words.running)).toHaveCount(0)
  const submitting = page.getByRole('button', { name: words.submit }).last()
  await expect(submitting).toBeDisabled()
  await page.getByRole('textbox', { name: field }).first().fill(`offline ${Date.now() % 100_000}`)
  await page.unroute(sending)
  await page.context().setOffline(false)
  await expect(submitting).toBeEnabled()
  await page.getByRole('button', { name: words.retry }).click()
  await expect(page.locator('.oa-file').getByRole('progressbar')).toHaveCount(0, { timeout: 90_000 })
  await expect(page.getByRole('button', { name: words.retry })).toBeHidden()
}

function hashOf(path: string): Promise<string> {
  return new Promise((done, failed) => {
    const hash = createHash('sha256')
    createReadStream(path).on('data', (part) => hash.update(part)).on('error', failed).on('end', () => done(hash.digest('hex')))
  })
}
