import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import { useHttp } from '#shell/backend.ts'
import type { RateRow } from '../rate-row.ts'
import { cellOf, isRate, path } from './rates.ts'
import { useRateText } from './text.ts'

interface Editing {
  /** yyyy-MM */
  readonly month: string
  readonly rows: readonly RateRow[]
  onClose(): void
}

export type MonthEditing = ReturnType<typeof useMonth>

/** What is typed for a month, what is wrong with it, and how it is saved: all of it or nothing. */
export function useMonth({ month, rows, onClose }: Editing) {
  const { t } = useRateText()
  const http = useHttp()
  const client = useQueryClient()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [reason, setReason] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})

  const standing = (row: RateRow) => cellOf(row, month)?.rate ?? ''
  const valueOf = (row: RateRow) => typed[row.currency] ?? standing(row)
  const changed = rows.filter((row) => valueOf(row).trim() !== standing(row))
  const asksReason = (rows.length === 1 ? rows : changed).some((row) => cellOf(row, month)?.locked)
  const needsReason = changed.some((row) => cellOf(row, month)?.locked)

  const wrong = () => ({
    ...Object.fromEntries(changed.filter((row) => !isRate(valueOf(row))).map(({ currency }) => [currency, t('required')])),
    ...(rows.length === 1 && changed.length === 0 && standing(rows[0]!) === '' && { [rows[0]!.currency]: t('required') }),
    ...(needsReason && reason.trim() === '' && { reason: t('reasonRequired') }),
  })
  const send = () =>
    http.put(`${path}/month`, {
      yearMonth: month,
      reason: needsReason ? reason : null,
      rates: changed.map((row) => ({ currency: row.currency, rate: valueOf(row).trim(), version: cellOf(row, month)?.version ?? null })),
    }, { quiet: true })

  const save = async () => {
    const found = wrong()
    setProblems(found)
    if (Object.keys(found).length > 0 || isSaving) return
    if (changed.length === 0) return onClose()
    setIsSaving(true)
    try {
      await send()
      onClose()
    } catch (error) {
      setProblems(refusalOf(error, changed.map(({ currency }) => currency), t('changed')))
    } finally {
      setIsSaving(false)
      await client.invalidateQueries({ queryKey: ['exchangeRate'] })
    }
  }
  return {
    valueOf,
    save,
    isSaving,
    reason,
    setReason,
    asksReason,
    enter: ({ currency }: RateRow, text: string) => setTyped((before) => ({ ...before, [currency]: text })),
    problemOf: ({ currency }: RateRow) => problems[currency],
    reasonProblem: problems['reason'],
    problem: problems[''],
  }
}

/** The server's sentences at their currencies; what belongs to none stands above them. */
function refusalOf(error: unknown, currencies: readonly string[], moved: string): Readonly<Record<string, string>> {
  if (!isFailure(error)) throw error
  if (error.kind === 'moved') return { '': moved }
  if (error.fields.length === 0) return { '': error.message }
  return Object.fromEntries(error.fields.map(({ name, message }) => {
    const [, index] = /^rates\.(\d+)/.exec(name) ?? []
    return [index === undefined ? (name === 'reason' ? 'reason' : '') : (currencies[Number(index)] ?? ''), message]
  }))
}
