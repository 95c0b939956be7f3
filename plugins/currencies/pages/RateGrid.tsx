import { LockOutlined } from '@ant-design/icons'
import { type KeyboardEvent, useRef } from 'react'
import { useMonthInView } from '#shell/parts/use-month-in-view.ts'
import { base } from '../base.ts'
import type { RateRow } from '../rate-row.ts'
import { cellOf, isMissing, monthName, monthsOf } from './rates.ts'
import { useRateText } from './text.ts'

interface RateGridProps {
  readonly rows: readonly RateRow[]
  readonly year: number
  readonly thisMonth: string
  readonly canEdit: boolean
  readonly isRefreshing: boolean
  onCell(row: RateRow, month: string): void
  onMonth(month: string): void
}

/** The year's rates; for those who may set them, each cell is a button, and arrow keys go from cell to cell. */
export function RateGrid({ rows, year, thisMonth, canEdit, isRefreshing, onCell, onMonth }: RateGridProps) {
  const { t, label } = useRateText()
  const months = monthsOf(year)
  const scroller = useRef<HTMLDivElement>(null)
  useMonthInView(scroller)
  const isLocked = (month: string) => rows.some((row) => cellOf(row, month)?.locked)
  return (
    <div className="oa-rates" ref={scroller} tabIndex={canEdit ? undefined : 0} aria-busy={isRefreshing} onKeyDown={moveByArrow}>
      <table aria-label={t('grid', { year })}>
        <thead>
          <tr>
            <th scope="col">{t('currency')}</th>
            {months.map((month) => (
              <th key={month} scope="col" className={month === thisMonth ? 'is-now' : undefined}>
                <MonthHead month={month} isLocked={isLocked(month)} onOpen={canEdit ? () => onMonth(month) : undefined} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.currency} className={row.enable ? undefined : 'is-disabled'}>
              <th scope="row">
                <strong>{row.currency}</strong> <span>{label({ cn: row.nameCn, en: row.nameEn })}</span>
                {!row.enable && <span className="oa-rates-off">{t('disabled')}</span>}
              </th>
              {months.map((month) => (
                <td key={month} className={month === thisMonth ? 'is-now num' : 'num'}>
                  <Cell row={row} month={month} thisMonth={thisMonth} onOpen={canEdit && row.currency !== base
                    ? () => onCell(row, month)
                    : undefined} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function MonthHead({ month, isLocked, onOpen }: { month: string; isLocked: boolean; onOpen?: () => void }) {
  const { t, locale } = useRateText()
  const content = <>{isLocked && <LockOutlined aria-label={t('locked')} />} {monthName(month, locale)}</>
  return onOpen
    ? <button type="button" className="plain" title={t('setMonth', { month })} onClick={onOpen}>{content}</button>
    : <span>{content}</span>
}

function Cell({ row, month, thisMonth, onOpen }: { row: RateRow; month: string; thisMonth: string; onOpen?: () => void }) {
  const { t } = useRateText()
  const { text, look } = useShown(row, month, thisMonth)
  if (!onOpen) return <span className={look} title={row.currency === base ? t('base') : undefined}>{text}</span>
  return (
    <button type="button" className={`plain ${look}`} aria-label={`${row.currency} ${month} ${text === '—' ? t('notSet') : text}`}
      onClick={onOpen}
    >
      {text}
    </button>
  )
}

/** The rate; in months that have begun, that it is missing; later, nothing. */
function useShown(row: RateRow, month: string, thisMonth: string): { text: string; look: string } {
  const { t } = useRateText()
  const rate = row.currency === base ? '1.000000' : cellOf(row, month)?.rate
  if (rate !== undefined) return { text: rate, look: '' }
  return isMissing(row, month, thisMonth) ? { text: t('notSet'), look: 'is-missing' } : { text: '—', look: 'is-empty' }
}

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1],
  ArrowRight: [0, 1] }

/** The cell in that direction takes the focus, where there is one to press. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const cell = (event.target as HTMLElement).closest<HTMLTableCellElement>('th, td')
  if (!step || !cell) return
  const row = cell.closest('tr')
  const rows = [...event.currentTarget.querySelectorAll('tr')]
  const next = rows[rows.indexOf(row!) + step[0]]?.cells[cell.cellIndex + step[1]]?.querySelector('button')
  if (!next) return
  event.preventDefault()
  next.focus()
}
