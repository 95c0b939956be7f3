import { useMemo } from 'react'
import { keyAs } from '#kernel/field-roles.ts'
import { isFailure } from '#providers/failure.ts'
import { useFileCheck } from '#fields/files/file-check.ts'
import { sendFile } from '#fields/files/upload.ts'
import { useBook } from '#fields/references/use-references.ts'
import { useBackend } from '#shell/backend.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import type { Job, Work } from './intake.ts'
import { type FilledRow, hasRoom, mostRows, placeVoucher, rowWith } from './placing.ts'
import type { ReadAnswer, ReadVoucher } from './read-answer.ts'
import { tableFor } from './target-table.ts'
import { useDropText } from './text.ts'

/** What is done to a dropped file: it is uploaded and read, and fills in a row for each voucher; `attach` leaves out the reading. */
export function useWork(): { readonly read: Work; readonly attach: Work } {
  const store = useStore()
  const backend = useBackend()
  const book = useBook()
  const check = useFileCheck()
  const { t } = useDropText()

  return useMemo(() => {
    const faultOf = (job: Job): string | undefined => {
      const columns = store.form.fields[job.table ?? tableFor(store.form, '', (each) => isOpen(store, each)) ?? '']?.columns ?? {}
      const field = columns[keyAs(columns, 'invoiceFiles') ?? '']
      return field && job.file && check(job.file, field)
    }
    /** Uploads it once. */
    const sent = async (job: Job, learn: (part: Partial<Job>) => void): Promise<string> => {
      if (job.attachment !== undefined || !job.file) return job.attachment ?? ''
      const record = await sendFile(backend, { file: job.file, allowXml: true, signal: new AbortController().signal, onProgress: () => undefined })
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
        return placeAll(store, job, (await read(attachment)).vouchers, { attachment, t })
      } catch (error) {
        const isFinal = isFailure(error) && error.kind === 'refused'
        return { failure: isFinal ? error.message : t(step), isFinal }
      }
    }
    return {
      read: work((attachment) => backend.http.query<ReadAnswer>('/oaserver/voucher/read', { attachment }, { quiet: true })),
      attach: work(async () => ({ vouchers: [{ kind: '', fields: {} }] })),
    }
  }, [store, backend, book, check, t])
}

export const isOpen = (store: FormStore, table: string): boolean => store.editable(table) && store.state({ key: table }).visible

interface Placed {
  readonly attachment: string
  readonly t: ReturnType<typeof useDropText>['t']
}

/** All vouchers of a file, or none. */
function placeAll(store: FormStore, job: Job, vouchers: readonly ReadVoucher[], { attachment, t }: Placed): ReturnType<Work> extends Promise<infer Outcome> ? Outcome : never {
  const targets = vouchers.map((voucher) => job.table ?? tableFor(store.form, voucher.kind, (each) => isOpen(store, each)) ?? '')
  for (const [index, voucher] of vouchers.entries()) {
    const failure = refusal(store, voucher, { table: targets[index] ?? '', row: job.row, t })
    if (failure !== undefined) return { failure, isFinal: true }
  }
  return vouchers.map((voucher, index): FilledRow => placeVoucher(store, voucher, { table: targets[index] ?? '', row: index === 0 ? job.row : undefined, attachment }))
}

function refusal(store: FormStore, voucher: ReadVoucher, { table, row, t }: { table: string; row: string | undefined } & Pick<Placed, 't'>): string | undefined {
  const { number, total } = voucher.fields
  if (total?.value.startsWith('-')) return t('redLetter')
  const place = rowWith(store, table, voucher, row)
  if (place !== undefined) return t('inRow', { row: place, no: number?.value ?? '' })
  return row === undefined && !hasRoom(store, table) ? t('noRoom', { limit: mostRows(store, table) }) : undefined
}
