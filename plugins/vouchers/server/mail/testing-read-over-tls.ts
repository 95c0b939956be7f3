import { readEnv } from '#server/env.ts'
import { openMailbox } from './mailbox.ts'

// reads the mailbox of its environment, and prints the sizes of unread mails or the error
const { invoiceMailbox } = readEnv({ INVOICE_IMAP_URL: process.env['INVOICE_IMAP_URL'], DATA_DIR: '/nowhere' })
try {
  if (!invoiceMailbox) throw new Error('no mailbox')
  const mailbox = await openMailbox(invoiceMailbox)
  const sizes: number[] = []
  for (const uid of await mailbox.unread()) {
    const mail = await mailbox.fetch(uid)
    let size = 0
    for await (const piece of mail?.pieces() ?? []) size += piece.length
    sizes.push(size)
    await mailbox.markRead(uid)
  }
  await mailbox.close()
  process.stdout.write(JSON.stringify({ sizes }))
} catch (error) {
  process.stdout.write(JSON.stringify({ failure: (error as { code?: string }).code ?? String(error) }))
}
