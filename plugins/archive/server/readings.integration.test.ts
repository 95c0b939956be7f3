import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claim, claims, row } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { digitalXml } from '#plugins/vouchers/server/reading/testing.ts'
import { issuedToUs } from '#plugins/vouchers/server/testing.ts'
import { uploadVoucher } from '#plugins/vouchers/server/testing-upload.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { buildArchives } from './job.ts'
import type { ReadingsFile } from './manifest.ts'
import { changedPackage, type Files, filesIn, manifestIn } from './testing.ts'
import { verifyPackage } from './verify/verify.ts'

let product: TestProduct
let folder: string
const number = '26320000000000050001'
const xml = issuedToUs(digitalXml(number)).replace('2026-11-20', '2026-10-10')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'archive-readings-'))
  product = await demoProduct()
  product.clock.now = () => new Date('2026-10-15T10:00:00+08:00')
  const file = await uploadVoucher(product, xml, '票.xml', 'quality')
  await product.as('quality').post('/oaserver/voucher/read', { attachment: file })
  await product.database.db.insertInto('voucher_verification').values({ number, code: '', asked: '{}', outcome: 'genuine', message: '',
    at: product.clock.now(), person: 'quality' })
    .execute()
  const invoiced = row('106.00', { invoiceType: '1', noInvoiceReason: undefined, invoiceTitle: 'SZ', invoiceNo: number,
    invoiceDate: '2026-10-10', invoiceKind: '2', taxRate: '6', invoiceFiles: [file], expenseDate: '2026-10-10' })
  const on = claims(product)
  const id = await on.file('quality', claim([invoiced]))
  await on.passThrough(id, {
    say: { accountantReview: { business: { paperReceived: true } }, cashier: { business: { payDate: '2026-10-15' } } },
  })
  product.clock.now = () => today
})
afterAll(async () => {
  await product?.close()
  rmSync(folder, { recursive: true, force: true })
})

const changed = (zip: Buffer, change: (files: Files) => void) => changedPackage(zip, folder, change)

/** Changes a file together with its hash in the manifest, like a forger. */
function replace(files: Files, name: string, text: string): void {
  const bytes = Buffer.from(text)
  const manifest = manifestIn(files)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  files.set(name, bytes)
  files.set('manifest.json', Buffer.from(
    JSON.stringify({ ...manifest,
      files: manifest.files.map((each) => (each.name === name ? { ...each, size: bytes.length, sha256 } : each)) }),
  ))
}

it('holds what was read of each voucher, beside the hash of its file and what verification said; a package is checked against it',
  async () => {
    const { data: { id } } = await product.as('finance').post<{ id: string }>('/oaserver/archive', { company: 'SZ', period: '2026-10',
      language: 'cn' })
    await buildArchives.run({ host: product.composition.host, db: product.database.db, at: today, signal: new AbortController().signal })
    const answer = await product.app.inject({ method: 'GET', url: `/oaserver/archive/${id}/download`,
      headers: { authorization: await product.as('finance').bearer() } })
    const zip = answer.rawPayload
    const files = await filesIn(zip)
    const name = [...files.keys()].find((each) => each.endsWith('/vouchers.json')) ?? ''
    const original = name.replace('vouchers.json', 'originals/票.xml')
    expect(JSON.parse(String(files.get(name)))).toMatchObject({
      files: [{ name: original, sha256: createHash('sha256').update(xml).digest('hex'), reader: expect.any(Number) as unknown,
        vouchers: [{ kind: 'digital',
          fields: { number: { value: number, certain: true, certainty: 1, source: expect.any(String) as unknown },
            total: { value: '106.00' } }, verification: { outcome: 'genuine', message: '', at: '2026-10-15 10:00:00' } }] }],
    })
    expect(manifestIn(files).counts).toMatchObject({ readings: { files: 1, verified: 1 } })
    expect(manifestIn(files).files).toContainEqual(expect.objectContaining({ name, kind: 'readings' }))
    const file = join(folder, 'package.zip')
    writeFileSync(file, zip)
    expect(await verifyPackage(file)).toContain('Vouchers read: 1，已查验 / verified: 1')

    const said = JSON.parse(String(files.get(name))) as ReadingsFile
    const withFiles = (change: (each: ReadingsFile['files'][number]) => object) =>
      JSON.stringify({ ...said, files: said.files.map(change) })
    await expect(verifyPackage(await changed(zip, (all) => replace(all, name, withFiles((each) => ({ ...each, sha256: 'f'.repeat(64) }))))))
      .rejects.toThrow(
        `the reading is not of this file: ${original}`,
      )
    await expect(verifyPackage(await changed(zip, (all) => replace(all, name, withFiles((each) => ({ ...each, vouchers: [] })))))).rejects
      .toThrow('readings differ: 1 (0)')
    await expect(verifyPackage(await changed(zip, (all) => replace(all, name, '{')))).rejects.toThrow(
      `the reading is not of this file: ${name}`,
    )
  })
