import { useCallback, useMemo } from 'react'
import { keyAs } from '#kernel/fields/roles.ts'
import type { Form } from '#kernel/form.ts'
import { sendFile, useFileCheck } from '#fields/files/use-uploads.ts'
import { useBook } from '#fields/references/reference-book.ts'
import { definePartText } from '#fields/text.ts'
import { useWritingHttp } from '#shell/backend.ts'
import { reasonOf } from '#shell/command/use-command.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { isFailure } from '#providers/failure.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'
import { askVerification, type JourneyFillContext, markVerified, type NumberedVerification } from '../journey/fill.ts'
import { journeyOfForm } from '../journey/journey-of-form.ts'
import type { IntakeOutcome, Job, Work } from './intake.ts'
import { type FilledRow, hasRoom, mostRows, placeVoucher, rowWith } from './placing.ts'
import type { ReadAnswer, ReadVoucher } from './row-of-voucher.ts'
import { cn, en } from './texts.ts'

export const useDropText = definePartText<keyof typeof cn>({ cn, en })

/** Kinds of vouchers that are travel tickets. */
const tickets: ReadonlySet<string> = new Set(['rail', 'air'])

/** Target table for a voucher dropped outside the tables: tickets go to a table with travel dates, others to one with expense dates. */
function tableFor(form: Form, kind: string, isOpen: (table: string) => boolean): string | undefined {
  const tables = invoiceTables(form.fields).filter(isOpen)
  const has = (table: string, role: 'travelDate' | 'expenseDate') => keyAs(form.fields[table]?.columns ?? {}, role) !== undefined
  return tables.find((table) => has(table, tickets.has(kind) ? 'travelDate' : 'expenseDate')) ?? tables[0]
}

/** Work functions for dropped files: `read` uploads, reads and fills a row per voucher; `attach` uploads without reading. */
export function useWork(): { readonly read: Work; readonly attach: Work } {
  const store = useStore()
  const http = useWritingHttp()
  const book = useBook()
  const check = useFileCheck()
  const optionOf = useOptionOf()
  const { t } = useDropText()

  return useMemo(() => {
    const faultOf = (job: Job): string | undefined => {
      const columns = store.form.fields[job.table ?? tableFor(store.form, '', (each) => isOpen(store, each)) ?? '']?.columns ?? {}
      const field = columns[keyAs(columns, 'invoiceFiles') ?? '']
      return field && job.file && check(job.file, field)
    }
    /** Uploads the file, unless it was uploaded before. */
    const sent = async (job: Job, learn: (part: Partial<Job>) => void): Promise<string> => {
      if (job.attachment !== undefined || !job.file) return job.attachment ?? ''
      const record = await sendFile(http, { file: job.file, allowXml: true, signal: new AbortController().signal,
        onProgress: () => undefined })
      book.learn('attachment', [record])
      learn({ attachment: record.id })
      return record.id
    }
    const work = (read: (attachment: string) => Promise<ReadAnswer>): Work => async (job, learn) => {
      const fault = faultOf(job)
      if (fault !== undefined) return { failure: fault, isFinal: true }
      let step: 'sendFailed' | 'readFailed' = 'sendFailed'
      try {
        const attachment = await sent(job, learn)
        step = 'readFailed'
        const answer = await read(attachment)
        const { vouchers } = answer
        const verifying = askVerification(http, attachment, answer)
        const gathered = job.row === undefined ? gather(store, job, vouchers, { attachment, t, optionOf, verifying }) : undefined
        if (gathered) return gathered
        void verifying.then((answers) => markVerified(store, answers))
        return placeAll(store, job, vouchers, { attachment, t })
      } catch (error) {
        return { failure: reasonOf(error, t(step)), isFinal: isFailure(error) && error.kind === 'refused' }
      }
    }
    return {
      read: work((attachment) => http.query<ReadAnswer>('/oaserver/voucher/read', { attachment }, { quiet: true })),
      attach: work(async () => ({ vouchers: [{ kind: '', fields: {} }] })),
    }
  }, [store, http, book, check, optionOf, t])
}

/** Lookup of a dictionary value by its label. */
function useOptionOf(): JourneyFillContext['optionOf'] {
  const dictionaries = useRead(reads.dictionaries)
  return useCallback((dict, label) => dictionaries?.find((each) => each.type === dict && each.label === label)?.value, [dictionaries])
}

interface GatherContext extends FillContext, Pick<JourneyFillContext, 'optionOf'> {
  readonly verifying: Promise<readonly NumberedVerification[]>
}

/** Gathers vouchers to fill them in together as a journey; undefined for forms without journeys and for files that are only attached. */
function gather(store: FormStore, job: Job, vouchers: readonly ReadVoucher[], { attachment, t, optionOf, verifying }: GatherContext):
  | IntakeOutcome
  | undefined {
  const journey = journeyOfForm(store)
  if (!journey || vouchers.every(({ fields }) => Object.keys(fields).length === 0)) return undefined
  const tables = invoiceTables(store.form.fields)
  for (const voucher of vouchers) {
    const place = tables.map((table) => rowWith(store, table, voucher, undefined)).find((each) => each !== undefined)
    if (place !== undefined) return { failure: t('inRow', { row: place, no: voucher.fields['number']?.value ?? '' }), isFinal: true }
  }
  return {
    gathered: vouchers.map((voucher, index) => ({ id: `${attachment}.${index}`, attachment, voucher, job: job.key, verifying,
      ...(job.table !== undefined && { table: job.table }) })
    ),
    ready: () => {
      // flush pending changes, so that a trip linked just now is loaded first
      store.flush()
      return store.pendingCalculation.ended()
    },
    finish: (all, fileOf) => {
      const finished = journey.finish(all, fileOf, optionOf)
      for (const each of new Set(all.map((one) => one.verifying))) void each.then((answers) => markVerified(store, answers))
      return { ...finished, failures: new Map([...finished.crowded].map(([key, limit]) => [key, t('noRoom', { limit })])) }
    },
  }
}

/** Returns whether a table is visible and editable. */
export const isOpen = (store: FormStore, table: string): boolean => store.editable(table) && store.state({ key: table }).visible

interface FillContext {
  readonly attachment: string
  readonly t: ReturnType<typeof useDropText>['t']
}

/** Fills in all vouchers of a file; if one fails, none is kept. */
function placeAll(store: FormStore, job: Job, vouchers: readonly ReadVoucher[], { attachment, t }: FillContext): IntakeOutcome {
  const targets = vouchers.map((voucher) => job.table ?? tableFor(store.form, voucher.kind, (each) => isOpen(store, each)) ?? '')
  for (const [index, voucher] of vouchers.entries()) {
    const failure = refusal(store, voucher, { table: targets[index] ?? '', row: job.row, t })
    if (failure !== undefined) return { failure, isFinal: true }
  }
  return vouchers.map((voucher, index): FilledRow =>
    placeVoucher(store, voucher, { table: targets[index] ?? '', row: index === 0 ? job.row : undefined, attachment })
  )
}

function refusal(store: FormStore, voucher: ReadVoucher,
  { table, row, t }: { table: string; row: string | undefined } & Pick<FillContext, 't'>): string | undefined {
  const { number, total } = voucher.fields
  if (total?.value.startsWith('-')) return t('redLetter')
  const place = rowWith(store, table, voucher, row)
  if (place !== undefined) return t('inRow', { row: place, no: number?.value ?? '' })
  return row === undefined && !hasRoom(store, table) ? t('noRoom', { limit: mostRows(store, table) }) : undefined
}
