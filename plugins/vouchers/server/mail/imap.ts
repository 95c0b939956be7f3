import type { Env } from '#server/env.ts'

/** Where mails with invoices are read from. */
export type MailboxSettings = NonNullable<Env['invoiceMailbox']>

/** A mail of an open mailbox: as many of its bytes as were wanted, and the bytes that it has. */
export interface FetchedMail {
  readonly size: number
  readonly bytes: Uint8Array
}

/** An open folder. Whatever breaks the connection ends the call that waits for it. */
export interface OpenMailbox {
  /** Ids of mails hold for as long as this number stays the same. */
  readonly uidValidity: string
  /** Mails that nobody has read, the oldest first. */
  unread(): Promise<readonly number[]>
  /** Leaves the mail unread. Undefined where it is gone. */
  fetch(uid: number, mostBytes: number): Promise<FetchedMail | undefined>
  markRead(uid: number): Promise<void>
  /** Ends the connection, whatever state it is in. */
  close(): Promise<void>
}

const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }

/** Connects and opens the folder of the settings. @throws Error where the server refuses, or is not there */
export async function openMailbox({ host, port, isEncrypted, user, password, folder }: MailboxSettings): Promise<OpenMailbox> {
  const { ImapFlow } = await import('imapflow')
  // passwords go in clear to this machine only
  const encryption = !isEncrypted && !loopback.has(host) && { doSTARTTLS: true }
  const client = new ImapFlow({ host, port, secure: isEncrypted, auth: { user, pass: password }, logger: false, disableAutoIdle: true,
    ...encryption, ...timeouts })
  // a later failure ends the call that waits for it; without a listener it would end the process
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { uidValidity } = await client.mailboxOpen(folder)
    return {
      uidValidity: String(uidValidity),
      unread: async () => answered(await client.search({ seen: false }, { uid: true })).toSorted((one, other) => one - other),
      async fetch(uid, mostBytes) {
        const mail = await client.fetchOne(String(uid), { uid: true, size: true, source: { start: 0, maxLength: mostBytes } }, {
          uid: true,
        })
        if (!client.usable) throw new Error('The connection broke')
        return mail && mail.source ? { size: mail.size ?? mail.source.length, bytes: mail.source } : undefined
      },
      markRead: async (uid) => void answered(await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })),
      close: () => closed(client),
    }
  } catch (error) {
    client.close()
    throw error
  }
}

/** The client says false where the server refused, and also where the connection broke. @throws Error for that */
function answered<Answer>(answer: Answer | false | undefined): Answer {
  if (answer === false || answer === undefined) throw new Error('The mail server refused, or the connection broke')
  return answer
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

async function closed(client: { readonly usable: boolean; logout(): Promise<unknown>; close(): void }): Promise<void> {
  if (client.usable) await client.logout().catch(() => undefined)
  client.close()
}
