import { createTransport } from 'nodemailer'
import type { SendMailOptions } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { parseMail } from './parse.ts'

/** A mail as a mail program writes it. */
async function mailOf(more: SendMailOptions): Promise<Buffer> {
  const built = await createTransport({ streamTransport: true, buffer: true })
    .sendMail({ from: '曹颖 <cao.ying@example.com>', to: 'invoices@example.com', subject: '发票', text: '见附件', ...more })
  return built.message as Buffer
}

const pdf = Buffer.from('%PDF-1.7 an invoice')
const names = async (mail: Uint8Array) => (await parseMail(mail)).files.map(({ name }) => name)

interface TnefFile {
  readonly name: string
  readonly longName?: string
}

/** Attributes of a mail packed by Outlook: its body, then its files. */
function tnefOf(files: readonly TnefFile[], { body = 0 } = {}): Buffer {
  const attribute = (level: number, id: number, content: Buffer) => {
    const head = Buffer.alloc(9)
    head.writeUInt8(level)
    head.writeUInt16LE(id, 1)
    head.writeUInt32LE(content.length, 5)
    return Buffer.concat([head, content, Buffer.alloc(2)])
  }
  const named = (longName: string) => {
    const text = Buffer.from(`${longName}\0`, 'utf16le')
    const words = Buffer.alloc(28)
    words.writeUInt32LE(2)
    words.writeUInt16LE(3, 4)
    words.writeUInt16LE(0x3705, 6)
    words.writeUInt32LE(1, 8)
    words.writeUInt16LE(0x1f, 12)
    words.writeUInt16LE(0x3707, 14)
    words.writeUInt32LE(1, 16)
    words.writeUInt32LE(text.length, 20)
    return Buffer.concat([words.subarray(0, 24), text, Buffer.alloc((4 - text.length % 4) % 4)])
  }
  return Buffer.concat([Buffer.from('789f3e220100', 'hex'), attribute(1, 0x9006, Buffer.alloc(4)),
    ...(body > 0 ? [attribute(1, 0x9003, Buffer.alloc(body, 0x20))] : []), ...files.flatMap((
      { name, longName },
    ) => [attribute(2, 0x9002, Buffer.alloc(14)), attribute(2, 0x8010, Buffer.from(`${name}\0`)), attribute(2, 0x800f, pdf),
      ...(longName === undefined ? [] : [attribute(2, 0x9005, named(longName))])]
    )])
}

describe('a mail', () => {
  it('brings what Outlook has packed into one file, behind a body of any length', async () => {
    const content = tnefOf([{ name: 'FAPIAO~1.PDF', longName: '电子发票.pdf' }, { name: 'b.pdf' }], { body: 3000 })
    const { files, unopened } = await parseMail(await mailOf({ attachments: [{ filename: 'winmail.dat', content }] }))
    expect([files.map(({ name }) => name), unopened]).toEqual([['电子发票.pdf', 'b.pdf'], []])
    expect(Buffer.from(files[0]?.bytes ?? []).equals(pdf)).toBe(true)
  })

  it('says that a packed file is cut off, and brings what is whole', async () => {
    const content = tnefOf([{ name: 'a.pdf' }, { name: 'b.pdf' }]).subarray(0, -10)
    const { files, unopened } = await parseMail(await mailOf({ attachments: [{ filename: 'winmail.dat', content }] }))
    expect([files.map(({ name }) => name), unopened]).toEqual([['a.pdf'], [{ name: 'winmail.dat', code: 'vouchers.damaged' }]])
  })

  it('brings the files of mails that are forwarded within it', async () => {
    const forwarded = async (content: Buffer, filename = '转发.eml') =>
      mailOf({ attachments: [{ filename, content, contentType: 'message/rfc822' }] })
    const inner = await mailOf({ attachments: [{ filename: 'a.pdf', content: pdf }] })
    expect(await names(await forwarded(inner))).toEqual(['a.pdf'])
    expect(await names(await forwarded(await forwarded(inner)))).toEqual(['a.pdf'])
  })

  it('brings files that its text refers to, but no pictures of its text', async () => {
    const mail = await mailOf({ html: '<img src="cid:logo"><a href="cid:invoice">',
      attachments: [{ filename: 'logo.png', content: Buffer.from('89504e470d0a1a0a', 'hex'), cid: 'logo' }, { filename: 'a.pdf',
        content: pdf, cid: 'invoice', contentDisposition: 'inline' }] })
    expect(mail.toString()).toContain('multipart/related')
    expect(await names(mail)).toEqual(['a.pdf'])
  })

  it('is from nobody where two headers say who it is from', async () => {
    const mail = await mailOf({})
    expect((await parseMail(mail)).from).toBe('cao.ying@example.com')
    expect((await parseMail(Buffer.concat([Buffer.from('From: somebody@example.com\r\n'), mail]))).from).toBeUndefined()
  })
})
