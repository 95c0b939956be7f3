import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { interventionLabels, type InterventionState } from '#approval/interventions.ts'
import type { InterventionRow } from '#approval/wire/intervention.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { DocumentTitle } from '#shell/documents/DocumentTitle.tsx'
import { Money } from '#shell/parts/Money.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { useInterventionText } from './text.ts'
import type { InterventionActions } from './use-settling.tsx'
import { useWords } from './words.ts'

const tones = { waiting: 'orange', confirmed: 'teal', declined: 'red', withdrawn: 'grey', lapsed: 'grey',
  expired: 'grey' } as const satisfies Record<InterventionState, string>

interface ItemProps {
  readonly row: InterventionRow
  readonly link: string
  readonly isCurrent: boolean
  readonly settling: InterventionActions
}

/** A proposal: what would be done to which document, by whom and why, until when, and the decision about it. */
export function InterventionItem({ row, link, isCurrent, settling }: ItemProps) {
  const { t, name, label } = useInterventionText()
  const words = useWords()
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isCurrent) return
    item.current?.focus({ preventScroll: true })
    item.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const isWaiting = row.state === 'waiting'
  const who = words.whoCan(row)
  return (
    <li ref={item} tabIndex={-1} className={isCurrent ? 'is-current' : undefined} aria-current={isCurrent || undefined}>
      <div className="oa-intervention-head">
        <Pill tone={tones[row.state]}>{t(`${row.state}State`)}</Pill>
        <strong>{label(interventionLabels[row.action])}</strong>
        <Link className="num" to={link} aria-label={t('open', { number: row.number })}>{row.number}</Link>
        {row.amount !== null && (
          <span className="oa-intervention-amount">
            <Money value={row.amount} />
          </span>
        )}
      </div>
      <div className="oa-intervention-title">
        <DocumentTitle row={{ ...row, processName: nameOf(row.form, 'cn') }} />
        <span className="oa-quiet">{name(row.form)} · {t('initiatedBy', { name: name(row.initiator.name) })}</span>
      </div>
      <p className="oa-intervention-what">{words.what(row)}</p>
      <p className="oa-intervention-reason">{row.reason}</p>
      <div className="oa-intervention-foot">
        <span className="oa-quiet">
          {t('by', { name: name(row.proposer.name), time: row.proposedAt.slice(0, 16) })} ·{' '}
          {isWaiting ? t('until', { time: row.expiresAt.slice(0, 16) }) : words.ending(row)}
        </span>
        {row.mayConfirm && (
          <span className="oa-intervention-acts">
            <Button size="small" onClick={() => settling.decline(row)}>{t('decline')}</Button>
            <Button size="small" type="primary" onClick={() => settling.confirm(row)}>{t('confirm')}</Button>
          </span>
        )}
        {row.mayWithdraw && (
          <span className="oa-intervention-acts">
            <Button size="small" onClick={() => settling.withdraw(row)}>{t('withdraw')}</Button>
          </span>
        )}
      </div>
      {who !== undefined && <p className="oa-quiet">{who}</p>}
    </li>
  )
}
