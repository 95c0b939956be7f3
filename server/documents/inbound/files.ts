import { Readable } from 'node:stream'
import type { ColumnType } from 'kysely'
import { MeaningfulError, StateMoved } from '#kernel/errors.ts'
import { largestFile } from '#kernel/kinds/attachment.ts'
import type { LackedFile } from '#approval/wire/filed-document.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { attachTo } from '#server/attachments/attachments.ts'
import type { Storage } from '#server/attachments/storage/storage.ts'
import { upload } from '#server/attachments/upload.ts'
import { type Job, type JobWork, minutes } from '#server/jobs/job.ts'
import { outbound, OutboundFailure } from '#server/outbound/outbound.ts'
import { nextAttempt } from '#server/queue/queue.ts'
import { writeFromOutside } from '../lifecycle/write-into.ts'

/** A delivery of another system by its request, with the answer that a repetition gets. */
interface InboundRequestTable {
  account: string
  request: string
  content_hash: string
  answer: ColumnType<InboundAnswer, string, never>
  at: Date
}

/** A document that another system has started, by its number there. */
interface InboundDocumentTable {
  system: string
  client: string
  type: string
  number: string
  version: number
  content_hash: string
  document: string
}

/** A file named by another system, which is still to be fetched. */
interface InboundFileTable {
  id: string
  document: string
  version: number
  account: string
  name: string
  url: string
  attempts: number
  due_at: Date
  /** Null while it is being retried; `fetched`, or the key of the reason for giving up. */
  outcome: string | null
}

/** The answer to a delivery. */
export interface InboundAnswer {
  readonly businessKey: string
  readonly businessNo: string
  readonly procInstId: string
  /** Code of the document's state. */
  readonly state: number
}

declare module '#server/database/tables.ts' {
  interface Tables {
    inbound_request: InboundRequestTable
    inbound_document: InboundDocumentTable
    inbound_file: InboundFileTable
  }
}

/** Backoff of fetching a file, ms; after the last attempt it is given up. */
const backoff = [1, 5, 15, 60, 240].map(minutes)
/** Files per run. */
const batch = 20
/** Timeout of one file, ms. */
const timeout = minutes(2)

interface DueFile {
  readonly id: string
  readonly document: string
  readonly account: string
  readonly name: string
  readonly url: string
  readonly attempts: number
}

/**
 * Fetches the files that other systems name, from the hosts of the account that named them, and attaches them. What cannot be fetched is
 * tried again, and in the end given up: the document's page says so, and has it tried anew.
 */
export const fetchInboundFiles = (storage: Storage): Job => ({
  name: 'fetchInboundFiles',
  every: minutes(1),
  async run(work) {
    const due = await work.db.selectFrom('inbound_file').selectAll().where('outcome', 'is', null).where('due_at', '<=', work.at)
      .orderBy('due_at').limit(batch).execute()
    for (const file of due) {
      if (work.signal.aborted) return
      await fetchOne(work, storage, file)
    }
  },
})

async function fetchOne({ host, db, at }: JobWork, storage: Storage, file: DueFile): Promise<void> {
  const hosts = host.env.serviceAccounts.find(({ id }) => id === file.account)?.attachmentHosts ?? []
  try {
    const ask = outbound({ allow: hosts.map((name) => `https://${name}`), timeout, largest: largestFile })
    const { status, body } = await ask({ url: file.url })
    if (status !== 200) return await failed({ host, db, at }, file, false)
    await attach({ host, db, at }, storage, { file, body })
  } catch (error) {
    if (error instanceof OutboundFailure) return failed({ host, db, at }, file, error.kind === 'notAllowed' || error.kind === 'tooLarge')
    // a rejected type of file is permanent
    if (error instanceof MeaningfulError) return failed({ host, db, at }, file, true)
    throw error
  }
}

type FileWork = Pick<JobWork, 'host' | 'db' | 'at'>

async function attach({ host, db, at }: FileWork, storage: Storage,
  { file, body }: { readonly file: DueFile; readonly body: Buffer }): Promise<void> {
  const { starter, type } = await db.selectFrom('document').select(['starter', 'type']).where('id', '=', file.document)
    .executeTakeFirstOrThrow()
  const { name } = await db.selectFrom('sys_user').select('name').where('id', '=', starter).executeTakeFirstOrThrow()
  const kept = await upload(db, storage, { fileName: file.name, bytes: Readable.from([body]), uploadType: 'attachment', businessType: type,
    caller: { id: starter, name }, at })
  await transaction(db, async (tx) => {
    const [taken] = await settle(tx, file.id, 'fetched')
    if (!taken) return
    await attachTo(tx, { document: file.document, type, caller: starter }, [kept.id])
    await writeFromOutside(host, { db: tx, at, document: file.document, set: ({ attachmentList }) => ({
      attachmentList: [...(Array.isArray(attachmentList) ? attachmentList : []), kept.id],
    }) })
  })
}

const settle = (db: Db, id: string, outcome: string) =>
  db.updateTable('inbound_file').set({ outcome }).where('id', '=', id).where('outcome', 'is', null).returning('id').execute()

/** Notes a failure: the file is tried again later, or given up until somebody asks for it. */
async function failed({ db, at }: FileWork, file: DueFile, isFinal: boolean): Promise<void> {
  const attempts = file.attempts + 1
  const next = isFinal ? undefined : nextAttempt(backoff, { attempts, at })
  if (next) await db.updateTable('inbound_file').set({ attempts, due_at: next }).where('id', '=', file.id).execute()
  else await settle(db, file.id, 'failed')
}

/** Files of the other system that a document still lacks: those that were given up first. */
export async function lackedFiles(db: Db, document: string): Promise<readonly LackedFile[]> {
  const rows = await db.selectFrom('inbound_file').select(['id', 'name', 'outcome']).where('document', '=', document)
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'failed')])).orderBy('outcome').orderBy('id').execute()
  return rows.map(({ id, name, outcome }) => ({ id, name, isGivenUp: outcome === 'failed' }))
}

/** Has a file that was given up fetched anew, by the next run of the job. @throws StateMoved for one that was not given up */
export async function fetchAgain({ db, at }: Pick<FileWork, 'db' | 'at'>,
  file: { readonly id: string; readonly document: string }
): Promise<
  void
> {
  const [taken] = await db.updateTable('inbound_file').set({ outcome: null, attempts: 0, due_at: at }).where('id', '=', file.id)
    .where('document', '=', file.document).where('outcome', '=', 'failed').returning('id').execute()
  if (!taken) throw new StateMoved(undefined, 'documents.fileNotGivenUp')
}
