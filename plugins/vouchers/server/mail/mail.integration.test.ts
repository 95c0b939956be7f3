import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { digitalXml, ofd } from '../reading/testing.ts'
import { askForReading, mailboxReading, readMailbox } from './mailbox.ts'
import { testMailbox, type TestMailbox } from './testing-mailbox.ts'
import { issuedToUs } from '../testing.ts'

const secret = 'a secret of the mail server'
let product: TestProduct
let address: string
let mailbox: TestMailbox
beforeAll(async () => {
  mailbox = await testMailbox()
  product = await demoProduct({ settings: { INVOICE_MAIL_SECRET: secret, INVOICE_IMAP_URL: mailbox.url } })
  await product.database.db.updateTable('sys_user').set({ email: 'Cao.Ying@Example.com' }).where('id', '=', 'u-quality').execute()
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}/oaserver/voucher/mail`
})
afterAll(async () => {
  await product?.close()
  await mailbox?.close()
})

interface MailAttachment {
  readonly filename: string
  readonly content: string | Buffer
}

/** Builds a mail as mail clients do. */
async function mailOf(attachments: readonly MailAttachment[],
  more: { readonly from?: string; readonly messageId?: string } = {}): Promise<Buffer> {
  const built = await createTransport({ streamTransport: true, buffer: true })
    .sendMail({ from: '曹颖 <cao.ying@example.com>', to: 'invoices@example.com', subject: '十一月发票', text: '见附件',
      attachments: [...attachments], ...more })
  return built.message as Buffer
}

/** Delivers a mail over HTTP, as a mail server does. */
async function handOver(mail: Uint8Array, key = secret) {
  const form = new FormData()
  form.set('mail', new Blob([new Uint8Array(mail)]), 'mail.eml')
  const answer = await fetch(address, { method: 'POST', body: form, headers: { authorization: `Bearer ${key}` } })
  return (await answer.json()) as { code: number; msg: string; data: { outcome: string; taken: number; refused: number } }
}

let count = 0
const newNumber = () => `2632000000003${String(count += 1).padStart(7, '0')}`
const invoice = (number: string, filename = '票.xml'): MailAttachment => ({ filename, content: issuedToUs(digitalXml(number)) })
const pooled = async () =>
  (await product.as('quality').post<{ records: { fileName: string; vouchers: { fields: { number: { value: string } } }[] }[] }>(
    '/oaserver/voucher/pool/page',
    { size: 100 },
  )).data
    .records
    .map(({ vouchers: [voucher] }) => voucher?.fields.number.value)
const messages = () =>
  product.database.db.selectFrom('message').select(['recipient', 'content']).where('kind', '=', 'invoiceMail').orderBy('id', 'desc')
    .execute()

describe('a mail with invoices', () => {
  it('goes into the pool of its sender, who is told what was taken and what was not', async () => {
    const [one, other] = [newNumber(), newNumber()]
    const answer = await handOver(
      await mailOf([invoice(one), invoice(other, '另一张.xml'), { filename: '说明.xml', content: '<a/>' }, { filename: '合同.docx',
        content: 'x' }]),
    )
    expect(answer.data).toEqual({ outcome: 'taken', taken: 2, refused: 2 })
    expect(await pooled()).toEqual(expect.arrayContaining([one, other]))
    const [message] = await messages()
    expect(message).toMatchObject({ recipient: 'u-quality' })
    expect(message?.content).toContain('2 张已收入我的发票')
    expect(message?.content).toContain('说明.xml (文件中没有可识别的电子票据)')
  })

  it('does nothing when it comes again, at once or later', async () => {
    const mail = await mailOf([invoice(newNumber())], { messageId: '<same@example.com>' })
    const before = (await messages()).length
    const answers = await Promise.all([handOver(mail), handOver(mail)])
    expect(answers.map(({ data }) => data.outcome).toSorted()).toEqual(['repeated', 'taken'])
    expect((await handOver(mail)).data).toEqual({ outcome: 'repeated', taken: 0, refused: 0 })
    expect(await messages()).toHaveLength(before + 1)
  })

  it('does not take an invoice that is there already', async () => {
    const number = newNumber()
    await handOver(await mailOf([invoice(number)]))
    expect((await handOver(await mailOf([invoice(number)]))).data).toEqual({ outcome: 'taken', taken: 0, refused: 1 })
    expect((await messages())[0]?.content).toContain('已在我的发票中')
  })

  it('keeps an invoice once, with all its formats, whether they come in one mail or in several at once', async () => {
    const [one, other, third] = [newNumber(), newNumber(), newNumber()]
    const formats = [invoice(one, 'a.xml'), { filename: 'a.ofd', content: ofd(issuedToUs(digitalXml(one))) }]
    expect((await handOver(await mailOf(formats))).data).toEqual({ outcome: 'taken', taken: 1, refused: 0 })
    expect((await handOver(await mailOf([invoice(other), invoice(other, '又一次.xml')]))).data).toEqual({ outcome: 'taken', taken: 1,
      refused: 1 })
    const mails = await Promise.all(Array.from({ length: 4 }, () => mailOf([invoice(third)])))
    await Promise.all(mails.map((mail) => handOver(mail)))
    const numbers = await pooled()
    expect([one, other, third].map((number) => numbers.filter((each) => each === number).length)).toEqual([1, 1, 1])
    const { data: { records } } = await product.as('quality').post<
      { records: { fileName: string; furtherFiles: { fileName: string }[] }[] }
    >(
      '/oaserver/voucher/pool/page',
      { size: 100 },
    )
    expect(records.filter(({ furtherFiles }) => furtherFiles.length > 0)).toMatchObject([{ furtherFiles: [{}] }])
  })

  it('is not held back by a Message-ID that another sender has used', async () => {
    await product.database.db.updateTable('sys_user').set({ email: 'yang.fan@example.com' }).where('id', '=', 'u-yangfan').execute()
    const messageId = '<mine@example.com>'
    await handOver(await mailOf([], { messageId, from: 'yang.fan@example.com' }))
    expect((await handOver(await mailOf([invoice(newNumber())], { messageId }))).data.outcome).toBe('taken')
  })

  it('of a stranger leaves no trace', async () => {
    const files = await product.database.db.selectFrom('attachment').select('id').execute()
    expect((await handOver(await mailOf([invoice(newNumber())], { from: 'somebody@elsewhere.example' }))).data.outcome).toBe(
      'unknownSender',
    )
    expect(await product.database.db.selectFrom('attachment').select('id').execute()).toHaveLength(files.length)
  })

  it('that is too large is refused, and its sender told of it once', async () => {
    const mail = Buffer.concat([await mailOf([invoice(newNumber())]), Buffer.alloc(31 * 1024 * 1024, 'x')])
    const before = (await messages()).length
    for (const answer of [await handOver(mail), await handOver(mail)]) expect(answer.msg).toBe('文件过大，请拆分后重试')
    const now = await messages()
    expect([now.length, now[0]?.recipient]).toEqual([before + 1, 'u-quality'])
    expect(now[0]?.content).toContain('文件过大，请拆分后重试')
  })

  it('is refused where it is too large, and rubbish is harmless', async () => {
    expect((await handOver(Buffer.alloc(31 * 1024 * 1024, 'a'))).msg).toBe('文件过大，请拆分后重试')
    expect((await handOver(randomBytes(100_000))).data.outcome).toBe('unknownSender')
  })

  it('is taken with the secret only', async () => {
    expect((await handOver(await mailOf([invoice(newNumber())]), 'another secret, as long')).code).toBe(401)
  })
})

describe('the mailbox of invoices', () => {
  const read = async (by?: string) => {
    if (by !== undefined) await askForReading(product.composition.host, by)
    await readMailbox({ ...product.composition.host, readers: [] })
  }
  const lines = () =>
    product.database.db.selectFrom('sync_log').select(['result', 'total', 'success', 'failed', 'message']).where('kind', '=',
      'INVOICE_MAIL')
      .orderBy('id', 'desc').execute()
  beforeEach(async () => {
    mailbox.clear()
    mailbox.manner = 'answers'
    await product.database.db.deleteFrom('invoice_mailbox').execute()
  })

  it('is read by mail: invoices go into the sender’s pool, and the mail is marked once that is stored', async () => {
    const [one, other] = [newNumber(), newNumber()]
    const uid = mailbox.put(await mailOf([invoice(one), invoice(other, '另一张.xml')]))
    await read()
    expect(await pooled()).toEqual(expect.arrayContaining([one, other]))
    expect((await messages())[0]?.content).toContain('2 张已收入我的发票')
    expect([mailbox.read(), (await lines())[0]]).toEqual([[uid], { result: 'SUCCESS', total: 1, success: 1, failed: 0, message: null }])
    const before = [(await messages()).length, (await lines()).length]
    await read()
    expect([(await messages()).length, (await lines()).length]).toEqual(before)
  })

  it('takes a mail once, also where the connection breaks before it is marked, and where its ids begin anew', async () => {
    const uid = mailbox.put(await mailOf([invoice(newNumber())], { messageId: '<again@example.com>' }))
    mailbox.manner = 'cutsMarks'
    await read()
    const before = (await messages()).length
    expect([mailbox.read(), (await lines())[0]?.result]).toEqual([[], 'FAILURE'])
    mailbox.manner = 'answers'
    await read('u-quality')
    expect([mailbox.read(), await messages()]).toEqual([[uid], expect.objectContaining({ length: before })])
    mailbox.clear()
    mailbox.uidValidity += 1
    mailbox.put(await mailOf([invoice(newNumber())], { messageId: '<again@example.com>' }))
    await read()
    expect(await messages()).toHaveLength(before)
  })

  it('is read again later where the connection breaks in the middle of a mail, and then in full', async () => {
    const number = newNumber()
    const uid = mailbox.put(await mailOf([invoice(number)]))
    mailbox.manner = 'cuts'
    await read()
    expect([mailbox.read(), (await lines())[0]]).toEqual([[], { result: 'FAILURE', total: 0, success: 0, failed: 0,
      message: expect.stringMatching(/^发票邮箱无法连接.*\/The mailbox/) as unknown }])
    mailbox.manner = 'answers'
    const { connections } = mailbox
    // not retried before the backoff has elapsed
    await read()
    expect(mailbox.connections).toBe(connections)
    await product.database.db.updateTable('invoice_mailbox').set({ retry_at: new Date(0) }).execute()
    await read()
    expect([mailbox.read(), await pooled()]).toEqual([[uid], expect.arrayContaining([number])])
    expect((await product.database.db.selectFrom('invoice_mailbox').select('failures').execute())[0]).toEqual({ failures: 0 })
  })

  it('tells the administrators what strangers sent, and the sender what is too large', async () => {
    const files = await product.database.db.selectFrom('attachment').select('id').execute()
    const large = mailbox.put(await mailOf([invoice(newNumber())]))
    mailbox.sizes.set(large, 31 * 1024 * 1024)
    const stranger = mailbox.put(await mailOf([invoice(newNumber())], { from: 'somebody@elsewhere.example' }))
    await read()
    expect((await messages())[0]?.content).toContain('文件过大，请拆分后重试')
    expect([mailbox.read(), (await lines())[0]]).toEqual([[large, stranger], { result: 'SUCCESS', total: 2, success: 0, failed: 0,
      message:
        '1 封来自未知发件人，未收入；1 封未收入，已告知发件人/1 from unknown senders, not taken; 1 not taken, their senders were told' }])
    expect(await product.database.db.selectFrom('attachment').select('id').execute()).toHaveLength(files.length)
  })

  it('is fetched piece by piece, whatever its size', async () => {
    const number = newNumber()
    mailbox.put(await mailOf([invoice(number), { filename: 'big.bin', content: randomBytes(2_500_000) }]))
    await read()
    expect(await pooled()).toContain(number)
  })

  it('whose size the server understates is not taken beyond the limit', async () => {
    const large = mailbox.put(Buffer.concat([await mailOf([invoice(newNumber())]), Buffer.alloc(31 * 1024 * 1024, 'x')]))
    mailbox.sizes.set(large, 1000)
    await read()
    expect((await messages())[0]?.content).toContain('文件过大，请拆分后重试')
    expect(mailbox.read()).toContain(large)
  })

  it('is read again by the job, not by the call of the administrator who asks for it, once for all who ask', async () => {
    const number = newNumber()
    mailbox.put(await mailOf([invoice(number)]))
    mailbox.manner = 'refuses'
    await read()
    const [failed] = await product.database.db.selectFrom('sync_log').select('id').where('kind', '=', 'INVOICE_MAIL').orderBy('id', 'desc')
      .execute()
    mailbox.manner = 'answers'
    const before = [mailbox.connections, (await lines()).length]
    const retry = () => product.as('admin').post(`/system/syncLog/${failed?.id}/retry`, {})
    expect([(await retry()).code, (await retry()).code]).toEqual([200, 200])
    expect([mailbox.connections, (await lines()).length]).toEqual([before[0], (before[1] ?? 0) + 1])
    expect((await lines())[0]).toMatchObject({ result: null, total: 0 })
    await readMailbox({ ...product.composition.host, readers: [] })
    expect((await lines())[0]).toMatchObject({ result: 'SUCCESS', success: 1 })
    expect((await pooled()).filter((each) => each === number)).toEqual([number])
  })

  it('is read once by two processes, also where the first stood still for longer than its lease', async () => {
    const number = newNumber()
    const before = (await messages()).length
    mailbox.put(await mailOf([invoice(number)]))
    const { host } = product.composition
    const other = product.database.second()
    try {
      const begun = mailbox.connections
      const first = readMailbox({ ...host, readers: [] })
      await expect.poll(() => mailbox.connections, { timeout: 20_000 }).toBe(begun + 1)
      await other.db.updateTable('invoice_mailbox').set({ read_until: new Date(0) }).execute()
      await Promise.all([first, readMailbox({ ...host, db: other.db, readers: [] })])
      expect((await pooled()).filter((each) => each === number)).toEqual([number])
      expect((await messages()).length - before).toBe(1)
    } finally {
      await other.close()
    }
  })

  it('has one reader at a time, and says why it cannot sign in', async () => {
    const number = newNumber()
    mailbox.put(await mailOf([invoice(number)]))
    const before = mailbox.connections
    const signal = new AbortController().signal
    const { host } = product.composition
    await Promise.all([read(), read('u-quality'), mailboxReading([]).run({ host, db: host.db, at: host.clock.now(), signal })])
    expect([mailbox.connections - before, (await pooled()).filter((each) => each === number).length]).toEqual([1, 1])
    mailbox.manner = 'refuses'
    await read('u-quality')
    expect((await lines()).slice(0, 2).map(({ message }) => message).join()).toContain('The mailbox of invoices refused the sign-in')
  })
})
