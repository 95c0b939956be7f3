import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { zipOf } from '#server/workbooks/testing.ts'
import { readingOf } from './fields.ts'
import { readFile, type ReadsVouchers } from './read.ts'
import { readVouchers } from './reader.ts'
import { digitalXml } from './testing.ts'

const parking: ReadsVouchers = ({ name, bytes }) => {
  const [, number = ''] = /^PARK;(\d+)/.exec(Buffer.from(bytes).toString()) ?? []
  return number === '' ? [] : [{ kind: 'ordinary', files: [name], fields: { number: readingOf(number, 'PARK', 'structured') } }]
}

describe('a reader that a module brings', () => {
  it('reads what no shipped reader can, also within a zip', async () => {
    const receipt = { name: 'receipt.txt', bytes: Buffer.from('PARK;12345678') }
    expect((await readFile(receipt)).problems).toEqual([{ file: 'receipt.txt', code: 'vouchers.unsupported' }])
    expect((await readFile(receipt, [parking])).vouchers).toMatchObject([{ fields: { number: { value: '12345678' } } }])
    const zip = { name: 'all.zip', bytes: zipOf([{ name: 'receipt.txt', content: 'PARK;12345678' }]) }
    expect((await readFile(zip, [parking])).vouchers).toHaveLength(1)
  })

  it('is not asked for what the product reads, and leaves other files refused as they were', async () => {
    const greedy: ReadsVouchers = () => Promise.reject(new Error('asked'))
    const invoice = { name: 'a.xml', bytes: Buffer.from(digitalXml('26320000000000000001')) }
    expect((await readFile(invoice, [greedy])).vouchers).toHaveLength(1)
    expect((await readFile({ name: 'a.txt', bytes: Buffer.from('other') }, [parking])).problems).toHaveLength(1)
  })

  it('runs in the thread that reads uploads', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'readers-')), 'parking.mjs')
    writeFileSync(file, `export const readVouchers = ({ name, bytes }) => Buffer.from(bytes).toString() === 'PARK'
      ? [{ kind: 'ordinary', files: [name], fields: { number: { value: '1', source: 'PARK', certain: true, certainty: 1 } } }] : []`)
    const readers = [{ key: 'parking', file: pathToFileURL(file).href }]
    expect((await readVouchers({ name: 'a.txt', bytes: Buffer.from('PARK') }, 'u-1', readers)).vouchers).toHaveLength(1)
  })
})
