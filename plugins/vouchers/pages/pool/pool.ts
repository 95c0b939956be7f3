import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sendFile } from '#fields/files/use-uploads.ts'
import { definePartText } from '#fields/text.ts'
import { useHttp } from '#shell/backend.ts'
import { reasonOf, useCommand } from '#shell/command/use-command.ts'
import type { ListQuery } from '#shell/list/query.ts'
import type { WritingHttp } from '#providers/http.ts'
import type { ReadVoucher } from '../drop/row-of-voucher.ts'
import { cn, en } from './texts.ts'

export const usePoolText = definePartText<keyof typeof cn>({ cn, en })

export type PoolState = 'all' | 'unused' | 'used'

export interface PooledInvoice {
  readonly id: string
  readonly attachment: string
  readonly fileName: string
  /** The same invoice in other formats. */
  readonly furtherFiles: readonly { readonly attachment: string; readonly fileName: string }[]
  readonly vouchers: readonly ReadVoucher[]
  /** The document that the invoice is attached to. */
  readonly document?: { readonly id: string; readonly number: string | null; readonly type: string; readonly state: number }
}

/** A form with invoices that the person may file. */
export interface ClaimForm {
  readonly key: string
  readonly cn: string
  readonly en: string
  readonly path: string
}

interface PoolPage {
  readonly records: readonly PooledInvoice[]
  readonly total: number
  readonly forms: readonly ClaimForm[]
}

const path = '/oaserver/voucher/pool'
const poolKey = ['vouchers', 'pool'] as const

/** Query for a page of the person's own invoices. */
export function usePool(state: PoolState, { current, size }: Pick<ListQuery, 'current' | 'size'>) {
  const http = useHttp()
  return useQuery({
    queryKey: [...poolKey, state, current, size],
    queryFn: ({ signal }) =>
      http.query<PoolPage>(`${path}/page`, { current, size, ...(state !== 'all' && { state }) }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
}

/** Command that removes an invoice from the pool. */
export function useRemoveFromPool(): (id: string) => Promise<boolean> {
  const { run } = useCommand({ touches: [poolKey] })
  // the HTTP client shows failures
  return (id) => run((http) => http.delete(`${path}/${id}`))
}

export interface PoolUploads {
  readonly total: number
  readonly done: number
  readonly isBusy: boolean
  readonly failures: readonly { readonly file: string; readonly reason: string }[]
  add(files: readonly File[]): void
}

/** Maximum number of files processed concurrently. */
const atOnce = 3

/** Uploads files, has them read, and adds them to the pool; unreadable files are added too. */
export function usePoolUploads(): PoolUploads {
  const { t } = usePoolText()
  const { run, isPending } = useCommand({ touches: [poolKey] })
  const [state, setState] = useState<Pick<PoolUploads, 'total' | 'done' | 'failures'>>({ total: 0, done: 0, failures: [] })

  const one = async (http: WritingHttp, file: File): Promise<string | undefined> => {
    try {
      const { id } = await sendFile(http, { file, allowXml: true, signal: new AbortController().signal, onProgress: () => undefined })
      await http.query('/oaserver/voucher/read', { attachment: id }, { quiet: true }).catch(() => undefined)
      setState((before) => ({ ...before, done: before.done + 1 }))
      return id
    } catch (error) {
      const reason = reasonOf(error, t('sendFailed'))
      setState((before) => ({ ...before, done: before.done + 1, failures: [...before.failures, { file: file.name, reason }] }))
      return undefined
    }
  }
  const add = async (files: readonly File[]) => {
    const waiting = files.slice(0, mostFiles)
    if (waiting.length === 0) return
    await run(async (http) => {
      setState({ total: waiting.length, done: 0, failures: [] })
      const ids: string[] = []
      const work = async () => {
        for (let file = waiting.shift(); file; file = waiting.shift()) {
          const id = await one(http, file)
          if (id !== undefined) ids.push(id)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      if (ids.length > 0) await http.post(path, { attachments: ids })
    })
  }
  return { ...state, isBusy: isPending, add: (files) => void add(files) }
}

/** Maximum number of files per call. */
const mostFiles = 50
