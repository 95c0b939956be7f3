import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claim, claims, row } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { uploadVoucher } from '#plugins/vouchers/server/testing-upload.ts'
import { storageOf } from '#server/attachments/storage/storage.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import type { ArchivePackage } from '../wire.ts'
import { buildArchives } from './job.ts'
import { changedByte, changedPackage, type Files, filesIn, manifestIn } from './testing.ts'
import { verifyPackage } from './verify/verify.ts'

let product: TestProduct
let folder: string
const october = new Date('2026-10-15T10:00:00+08:00')
const invoice = Buffer.from('%PDF-1.4\n% an invoice\n%%EOF\n')
const note = Buffer.from('%PDF-1.4\n% a note\n%%EOF\n')
/** Claims completed in October, with their files. */
const filed: { id: string; number: string; invoice: string; note: string }[] = []

const inOctober = { expenseDate: '2026-10-10' }

async function fileClaim(amount: string): Promise<void> {
  const on = claims(product)
  const [one, other] = [await uploadVoucher(product, Buffer.concat([invoice, Buffer.from(amount)]), '发票/1.pdf', 'quality'),
    await uploadVoucher(product, note, '说明.pdf', 'quality')]
  const invoiced = row(amount, { ...inOctober, invoiceType: '1', noInvoiceReason: undefined, invoiceTitle: 'SZ',
    invoiceNo: `2632000000000004000${filed.length}`, invoiceDate: '2026-10-10', invoiceKind: '2', taxRate: '6', invoiceFiles: [one] })
  const rows = [invoiced, row('12.34', inOctober)]
  const id = await on.file('quality', claim(rows, { attachmentList: [other] }), { confirmed: ['vouchers.notCompared'] })
  await on.passThrough(id, {
    say: { accountantReview: { business: { paperReceived: true } }, cashier: { business: { payDate: '2026-10-15' } } },
  })
  const { number } = await product.database.db.selectFrom('document').select('number').where('id', '=', id).where('state', '=', 'completed')
    .executeTakeFirstOrThrow()
  filed.push({ id, number, invoice: one, note: other })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'))
  product = await demoProduct()
  product.clock.now = () => october
  for (const amount of ['106.00', '53.10', '999.99']) await fileClaim(amount)
  // in approval, and therefore not part of the books
  await claims(product).file('quality', claim([row('77.00', inOctober)]))
  product.clock.now = () => today
})
afterAll(async () => {
  await product?.close()
  rmSync(folder, { recursive: true, force: true })
})

const path = '/oaserver/archive'
/** Requests a package, one second after the previous request. */
let calls = 0
function ask(period: string, who = 'finance', company = 'SZ') {
  const at = new Date(today.getTime() + (calls += 1) * 1_000)
  product.clock.now = () => at
  return product.as(who).post<{ id: string }>(path, { company, period, language: 'cn' })
}

const page = async (who = 'finance') =>
  (await product.as(who).post<{ records: readonly ArchivePackage[] }>(`${path}/page`, {})).data.records
async function latest(): Promise<ArchivePackage> {
  const [made] = await page()
  if (!made) throw new Error('There is no package')
  return made
}

const work = (signal = new AbortController().signal) =>
  buildArchives.run({ host: product.composition.host, db: product.database.db, at: product.clock.now(), signal })

/** A signal that aborts after it was checked a number of times. */
function endingAfter(looks: number): AbortSignal {
  let looked = 0
  return {
    get aborted() {
      looked += 1
      return looked > looks
    },
  } as AbortSignal
}

async function downloaded(id: string): Promise<Buffer> {
  const answer = await product.app.inject({ method: 'GET', url: `${path}/${id}/download`,
    headers: { authorization: await product.as('finance').bearer() } })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

async function ready(period: string): Promise<{ id: string; zip: Buffer; file: string }> {
  const { code, msg, data: { id } } = await ask(period)
  expect([code, msg]).toEqual([200, expect.any(String)])
  await work()
  expect(await page()).toContainEqual(expect.objectContaining({ id, state: 'ready' }))
  const zip = await downloaded(id)
  const file = join(folder, `${id}.zip`)
  writeFileSync(file, zip)
  return { id, zip, file }
}

const changed = (zip: Buffer, change: (files: Files) => void) => changedPackage(zip, folder, change)

describe('an accounting archive', () => {
  it('holds the documents that were completed in its period, their approvals, prints and files as they were uploaded, and the ledger',
    async () => {
      const { id, zip, file } = await ready('2026-10')
      const files = await filesIn(zip)
      const manifest = manifestIn(files)
      for (const { number } of filed) {
        expect([...files.keys()].filter((name) => name.startsWith(`documents/${number}/`)).toSorted()).toEqual(
          ['approvals.json', 'attachments/说明.pdf', 'document.json', 'originals/1.pdf', 'print.pdf'].map((name) =>
            `documents/${number}/${name}`
          ),
        )
        expect(files.get(`documents/${number}/attachments/说明.pdf`)).toEqual(note)
        expect(String(files.get(`documents/${number}/print.pdf`)?.subarray(0, 5))).toBe('%PDF-')
      }
      expect(manifest.counts).toEqual({ documents: 3, files: files.size - 1, originals: 6, missing: 0,
        readings: { files: 0, verified: 0 } })
      for (const { name, size, sha256 } of manifest.files) {
        expect([name, files.get(name)?.length, createHash('sha256').update(files.get(name) ?? '').digest('hex')]).toEqual([name, size,
          sha256])
      }
      expect(JSON.parse(String(files.get(`documents/${filed[0]?.number}/document.json`)))).toMatchObject({ state: 'completed',
        value: { payeeLines: [{ proceedsAccount: expect.stringMatching(/^\*{4} \d{4}$/) as unknown }] } })
      expect(await verifyPackage(file)).toContain('归档包完整 / The package is whole')
      expect((await page())[0]).toMatchObject({ id, number: 1, missing: 0, documents: { done: 3, total: 3 } })
    })

  it('has the totals of the ledger', async () => {
    const made = await latest()
    const files = await filesIn(await downloaded(made.id))
    const { totals: { ledger } } = manifestIn(files)
    const lines = String(files.get('ledger.csv')).split('\r\n')
    const { rows: [own] } = await sql<{ spent: string; occupied: string; entries: string }>`
      select to_char(sum(amount * direction) filter (where kind in ('spend', 'refund')), 'FM999999990.00') as spent,
        to_char(sum(amount * direction) filter (where kind = 'occupy'), 'FM999999990.00') as occupied, count(*) as entries from budget_entry
      where happen_time >= '2026-10-01 00:00+08' and happen_time < '2026-11-01 00:00+08' and department_id like 'sz%'`.execute(
      product.database.db,
    )
    expect(ledger).toMatchObject({ spent: own?.spent, occupy: own?.occupied, entries: Number(own?.entries) })
    expect(made.spent).toBe(own?.spent)
    const cents = (lines: readonly string[]) => lines.reduce((sum, line) => sum + Math.round(Number(line.split(',')[6]) * 100), 0)
    const claimed = lines.filter((line) => line.includes(',支出,') && line.includes(',BX202610'))
    expect([claimed.length, cents(claimed)]).toEqual([6, 10_600 + 5_310 + 99_999 + 3 * 1_234])
    expect(cents(lines.filter((line) => /,(支出|冲回),/.test(line)))).toBe(Math.round(Number(own?.spent) * 100))
  })

  it('says which file differs, lacks or is too many', async () => {
    const made = await latest()
    const zip = await downloaded(made.id)
    const [one, other] = filed.map(({ number }) => `documents/${number}`)
    const print = `${one}/print.pdf`
    await expect(verifyPackage(await changed(zip, (files) => files.set(print, changedByte(files.get(print)))))).rejects.toThrow(
      `changed: ${print}`,
    )
    await expect(verifyPackage(await changed(zip, (files) => files.delete(`${other}/approvals.json`)))).rejects.toThrow(
      `missing: ${other}/approvals.json`,
    )
    await expect(verifyPackage(await changed(zip, (files) => files.set('more.txt', Buffer.from('more'))))).rejects.toThrow(
      'not in the manifest: more.txt',
    )
    await expect(verifyPackage(await changed(zip, (files) => files.delete('manifest.json')))).rejects.toThrow('no manifest.json')
    // ledger and its hash changed consistently
    await expect(verifyPackage(await changed(zip, (files) => {
      const ledger = Buffer.from(String(files.get('ledger.csv')).replace('106.00', '206.00'))
      const manifest = manifestIn(files)
      files.set('ledger.csv', ledger)
      files.set('manifest.json', Buffer.from(
        JSON.stringify({ ...manifest, files: manifest.files.map((
          file,
        ) => (file.name === 'ledger.csv'
          ? { ...file, size: ledger.length, sha256: createHash('sha256').update(ledger).digest('hex') }
          : file)
        ) }),
      ))
    }))).rejects.toThrow('totals differ')
    const cut = join(folder, 'cut.zip')
    writeFileSync(cut, zip.subarray(0, zip.length - 100))
    await expect(verifyPackage(cut)).rejects.toThrow('Not a zip')
  })

  it('names the package before it', async () => {
    const before = await latest()
    const first = join(folder, `${before.id}.zip`)
    const { zip, file } = await ready('2026-Q3')
    expect(manifestIn(await filesIn(zip))).toMatchObject({ number: 2,
      previous: { number: 1, period: '2026-10', manifestSha256: before.manifestSha256 }, counts: { documents: 0 } })
    expect(await verifyPackage(file, first)).toContain(String(before.manifestSha256))
    await expect(verifyPackage(first, file)).rejects.toThrow('not the preceding package')
    await product.audit()
  })

  it('is verified by a command that has no database', async () => {
    const [, before] = await page()
    const command = (...parameters: string[]) =>
      spawnSync(process.execPath, ['--import', 'tsx', 'server/commands/archive-verify.ts', ...parameters], { env: { PATH: '/usr/bin:/bin' },
        encoding: 'utf8' })
    expect(command(join(folder, `${before?.id}.zip`))).toMatchObject({ status: 0,
      stdout: expect.stringContaining('The package is whole') as unknown })
    expect(command()).toMatchObject({ status: 2 })
    expect(command(join(folder, 'nowhere.zip'))).toMatchObject({ status: 1, stderr: expect.stringContaining('ENOENT') as unknown })
    expect(command('package.json')).toMatchObject({ status: 1, stderr: expect.stringContaining('失败 / Failed: 不是压缩包') as unknown })
  })

  it('goes on where an instance ended, and makes no document twice', async () => {
    expect((await ask('2026-Q4')).code).toBe(42009)
    const again = await ask('2026-10')
    const prints = () =>
      product.database.db.selectFrom('archive_file').select(['name', 'path', 'sha256']).where('package', '=', again.data.id).where('kind',
        '=', 'print').orderBy('name').execute()
    await work(endingAfter(2))
    const first = await prints()
    expect([first.length, (await page())[0]]).toEqual([1, expect.objectContaining({ state: 'building', documents: { done: 1, total: 3 } })])
    // killed while writing the next print: the row exists without the bytes
    await product.database.db.insertInto('archive_file').values({ package: again.data.id, name: `documents/${filed[1]?.number}/print.pdf`,
      kind: 'print', path: 'archives/half', size: null, sha256: null }).execute()
    await work(endingAfter(2))
    const second = await prints()
    expect([second.length, second[0]]).toEqual([2, first[0]])
    expect(second.every(({ sha256 }) => sha256 !== null)).toBe(true)
    await work()
    expect((await page())[0]).toMatchObject({ id: again.data.id, state: 'ready', number: 3, documents: { done: 3, total: 3 } })
    expect(await product.database.db.selectFrom('archive_file').selectAll().execute()).toEqual([])
  })

  it('tells of an original that is gone, and is made nevertheless', async () => {
    const { path: lost } = await product.database.db.selectFrom('attachment').select('path').where('id', '=', filed[2]?.invoice ?? '')
      .executeTakeFirstOrThrow()
    await storageOf(product.composition.host.env).remove(lost)
    const { zip, file } = await ready('2026-10')
    const name = `documents/${filed[2]?.number}/originals/1.pdf`
    expect(manifestIn(await filesIn(zip))).toMatchObject({ missing: [{ name, reason: 'gone' }], counts: { originals: 5, missing: 1 } })
    expect(await verifyPackage(file)).toContain(`missing when it was made: ${name}`)
    expect((await page())[0]).toMatchObject({ missing: 1 })
  })

  it('is made once of a company and period that is over, by whoever has the right and the whole company in sight', async () => {
    expect((await ask('2026-11')).msg).toBe('该期间尚未结束，结束后才能归档')
    expect((await ask('2026-13')).code).toBe(42009)
    expect((await ask('2026-09', 'quality')).code).toBe(403)
    expect((await ask('2026-09', 'finance', 'nowhere')).code).toBe(403)
    const answers = await Promise.all([ask('2026-09'), ask('2026-09'), ask('2026-09')])
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 42009, 42009])
    const waiting = await latest()
    expect((await product.as('finance').get(`${path}/${waiting.id}/download`)).msg).toBe('归档包还未生成')
    expect((await product.as('finance').post(`${path}/${waiting.id}/retry`, {})).msg).toBe('该归档包没有失败，无需重试')
    await work()
  })

  it('keeps a line of each download, in its own list and the audit log', async () => {
    const made = await latest()
    await downloaded(made.id)
    expect((await product.as('finance').get<readonly { person: string }[]>(`${path}/${made.id}/downloads`)).data).toEqual([{
      person: '孙丽/Li Sun',
      time: expect.stringMatching(/^2026-11-20 10:00:/) as unknown,
    }])
    const line = await product.database.db.selectFrom('audit_log').select(['resource', 'code']).where('resource_id', '=', made.id).where(
      'path',
      '=',
      `${path}/:id/download`,
    )
      .orderBy('id', 'desc').limit(1).executeTakeFirst()
    expect(line).toEqual({ resource: 'archive', code: 200 })
    expect((await product.as('quality').get(`${path}/${made.id}/download`)).code).toBe(403)
  })
})
