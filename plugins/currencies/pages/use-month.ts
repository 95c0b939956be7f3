import { useState } from 'react'
import type { WritingHttp } from '#providers/http.ts'
import { useCommand } from '#shell/command/use-command.ts'
import type { RateRow } from '../rate-row.ts'
import { cellOf, path, rateOf } from './rates.ts'
import { useRateText } from './text.ts'

interface UseMonthOptions {
  /** yyyy-MM */
  readonly month: string
  readonly rows: readonly RateRow[]
  onClose(): void
}

export type MonthEditor = ReturnType<typeof useMonth>

/** The typed rates of a month, what is wrong with them, and how they are saved: all of them or none. */
export function useMonth({ month, rows, onClose }: UseMonthOptions) {
  const { t } = useRateText()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [reason, setReason] = useState('')

  const savedRate = (row: RateRow) => cellOf(row, month)?.rate ?? ''
  const valueOf = (row: RateRow) => typed[row.currency] ?? savedRate(row)
  const changed = rows.filter((row) => valueOf(row).trim() !== savedRate(row))
  const asksReason = (rows.length === 1 ? rows : changed).some((row) => cellOf(row, month)?.locked)
  const needsReason = changed.some((row) => cellOf(row, month)?.locked)

  const { run, isPending, problems, setProblems } = useCommand({ touches: [['exchangeRate']], moved: t('changed'),
    place: placeAmong(changed) })

  const wrong = () => ({
    ...Object.fromEntries(changed.filter((row) => rateOf(valueOf(row)) === null).map(({ currency }) => [currency, t('required')])),
    ...(rows.length === 1 && changed.length === 0 && savedRate(rows[0]!) === '' && { [rows[0]!.currency]: t('required') }),
    ...(needsReason && reason.trim() === '' && { reason: t('reasonRequired') }),
  })
  const send = (http: WritingHttp) =>
    http.put(`${path}/month`, {
      yearMonth: month,
      reason: needsReason ? reason : null,
      rates: changed.map((row) => ({ currency: row.currency, rate: rateOf(valueOf(row)) ?? '',
        version: cellOf(row, month)?.version ?? null })
      ),
    }, { quiet: true })

  const save = async () => {
    const found = wrong()
    setProblems(found)
    if (Object.keys(found).length > 0) return
    if (changed.length === 0) return onClose()
    await run(send, onClose)
  }
  return {
    valueOf,
    save,
    isSaving: isPending,
    reason,
    setReason,
    asksReason,
    enter: ({ currency }: RateRow, text: string) => setTyped((before) => ({ ...before, [currency]: text })),
    problemOf: ({ currency }: RateRow) => problems[currency],
    reasonProblem: problems['reason'],
    problem: problems[''],
  }
}

/** The currency of a sent row, or the reason; '' for none. */
const placeAmong = (changed: readonly RateRow[]) => (name: string): string => {
  const [, index] = /^rates\.(\d+)/.exec(name) ?? []
  if (index !== undefined) return changed[Number(index)]?.currency ?? ''
  return name === 'reason' ? 'reason' : ''
}
