import { Readable } from 'node:stream'
import { Refused } from '#kernel/errors.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import { companySeals } from '#plugins/templates/server/public-api.ts'
import { read } from '#server/documents/detail.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import type { ReadDocument } from '#server/documents/read-document.ts'
import { timelineViewOf } from '#server/documents/timeline/view.ts'
import type { TimelineRecord } from '#server/documents/timeline/record.ts'
import { withheldOf } from '#server/documents/values/disclosed-values.ts'
import { labelsOf } from '#server/documents/values/labels.ts'
import { printoutOf } from '#server/prints/printout-of.ts'
import { renderPdf } from '#server/prints/render.ts'
import type { DocumentFacts } from '../tables.ts'
import { holdFiles, pathSafe } from './originals.ts'
import { keepReadings } from './readings.ts'
import { keepFile, type Shelf } from './shelf.ts'

export interface DocumentFilesContext {
  readonly shelf: Shelf
  readonly context: CommandContext
  readonly find: FindText
}

/** Makes the folder of a document: what it says, how it was approved, its print, and its files as they were uploaded. */
export async function makeDocument({ shelf, context, find }: DocumentFilesContext, id: string): Promise<DocumentFacts> {
  const document = await read(context, id)
  const folder = `documents/${pathSafe(document.number)}`
  const row = await shelf.db.selectFrom('document').select(['amount', 'department', 'history_seq as entries', 'history_hash as hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { processRecord } = await timelineViewOf(context, document)
  await keepFile(shelf, { name: `${folder}/document.json`, kind: 'document' },
    async () => json(await contentOf(context, document, row.amount)))
  const { number } = document
  const { entries, hash } = row
  await keepFile(shelf, { name: `${folder}/approvals.json`, kind: 'approvals' },
    () => json({ number, steps: processRecord.map(stepOf), history: { entries, hash } }))
  const unprinted = await keepPrint({ shelf, context, find }, document, folder)
  const { held, ...files } = await holdFiles(shelf, document, folder)
  await keepReadings(shelf, { number, folder }, held)
  return { ...files, missing: [...files.missing, ...unprinted], ...saidOf(document, row, context.caller.locale), folder }
}

/** The facts of a document for index and registers. */
function saidOf({ number, form, shown, process, ended, evaluation: { directory } }: ReadDocument,
  { amount, department }: { amount: string | null; department: string },
  locale: Locale): Omit<DocumentFacts, 'missing' | 'originals' | 'attachments' | 'invoices' | 'folder'> {
  const titles = { cn: shown['title'], en: shown['titleEn'] ?? shown['title'] }
  return {
    number,
    type: form.key,
    form: form[locale],
    title: String(titles[locale] ?? ''),
    applicant: nameOf(directory.person(process.applicant)?.name, locale) || process.applicant,
    department: nameOf(directory.department(department)?.name, locale),
    state: process.status,
    ended: ended ? nowOf(ended) : '',
    amount: amount ?? '',
  }
}

const json = (content: object): Readable => Readable.from([Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`)])

async function contentOf(context: CommandContext, document: ReadDocument, amount: string | null): Promise<object> {
  const { id, number, form, process, started, ended, shown } = document
  const labels = await labelsOf(context, document, [])
  const names = Object.fromEntries(
    Object.entries(labels).map((
      [kind, records],
    ) => [kind, Object.fromEntries(Object.values(records ?? {}).map((record) => [record.id, record.name]))]),
  )
  return { id, number, type: form.key, typeName: { cn: form.cn, en: form.en }, state: process.status, round: process.round,
    initiator: process.starter, applicant: process.applicant, started: nowOf(started), ended: ended && nowOf(ended), amountRmb: amount,
    value: shown, names, withheld: withheldOf(document) }
}

/** A line of the approval as the package keeps it. */
const stepOf = (
  { round, nodeName, nodeNameEn, operateType, operator, userList, createTime, comment, oaAttachmentList, changes, administrator,
    countersigner }: TimelineRecord,
) => ({
  round,
  node: { cn: nodeName, en: nodeNameEn },
  action: operateType,
  people: (operator ? [operator] : userList).map(({ id, name }) => ({ id, name })),
  time: createTime,
  comment,
  files: oaAttachmentList.map(({ realName }) => realName),
  changes,
  ...(administrator && { administrator }),
  ...(countersigner && { countersigner }),
})

/** The print of a document that has one; a document that cannot be printed is reported, and keeps no other from being archived. */
async function keepPrint({ shelf, context, find }: DocumentFilesContext, document: ReadDocument,
  folder: string): Promise<DocumentFacts['missing']> {
  if (document.form.print === false) return []
  const name = `${folder}/print.pdf`
  const print = async () =>
    Readable.from([
      await renderPdf(
        await printoutOf(context, document, { locale: context.caller.locale, fullAccounts: false, find, seals: companySeals,
          withPhotos: true }),
      ),
    ])
  try {
    await keepFile(shelf, { name, kind: 'print' }, print)
    return []
  } catch (error) {
    if (error instanceof Refused && error.code === 'prints.failed') return [{ name, reason: 'unprinted' }]
    throw error
  }
}
