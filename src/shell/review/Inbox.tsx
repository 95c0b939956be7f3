import { CheckCircleFilled, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { sumMoney } from '#kernel/values/money.ts'
import { waitingText } from '../documents/duration.ts'
import { titleLinesOf, processOf } from '../documents/title.ts'
import { Money } from '../parts/Money.tsx'
import { Initial } from '../parts/Person.tsx'
import { useText } from '../text.tsx'
import { useReviewText } from './text.ts'
import type { Review, Verdict } from './use-review.ts'

interface InboxProps {
  readonly review: Review
  /** The reasons for which the server did not take decisions, by row. */
  readonly refused: ReadonlyMap<string, string>
}

/** The documents to review, in their order; decided ones stay until the review is left. */
export function Inbox({ review, refused }: InboxProps) {
  const { t } = useReviewText()
  const { rows, current, verdicts, left, move } = review
  const index = rows.findIndex(({ id }) => id === current?.id)
  return (
    <section className="oa-review-inbox" aria-label={t('inbox')}>
      <header>
        <h2>{t('title')}</h2>
        <span className="num">{index >= 0 && t('position', { number: index + 1, total: rows.length })}</span>
        <Button size="small" icon={<UpOutlined aria-hidden />} disabled={index <= 0} aria-label={t('previous')} aria-keyshortcuts="K"
          data-tip={`${t('previous')} K`} onClick={() => move(-1)} />
        <Button size="small" icon={<DownOutlined aria-hidden />} disabled={index < 0 || index === rows.length - 1} aria-label={t('next')}
          aria-keyshortcuts="J" data-tip={`${t('next')} J`} onClick={() => move(1)} />
        <div className="oa-review-pieces" aria-hidden>
          {rows.map(({ id }) => <i key={id} className={verdicts.has(id) ? 'is-done' : id === current?.id ? 'is-current' : undefined} />)}
        </div>
        <p className="num">
          {t('left', { count: left.length, amount: '' })}
          <Money value={sumMoney(left.map(({ amount }) => amount)).toFixed(2)} />
        </p>
      </header>
      <ol>{rows.map((row) => <Entry key={row.id} row={row} review={review} reason={refused.get(row.id)} />)}</ol>
      <footer aria-hidden>
        <kbd>J</kbd> <kbd>K</kbd> {t('keyMove')} <kbd>V</kbd> {t('keyFile')} <kbd>Esc</kbd> {t('keyLeave')}
      </footer>
    </section>
  )
}

function Entry({ row, review: { current, verdicts, to }, reason }: { row: DocumentRow; review: Review; reason: string | undefined }) {
  const text = useText()
  const verdict = verdicts.get(row.id)
  const isCurrent = row.id === current?.id
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li ref={place} className={verdict && 'is-done'}>
      <button type="button" className="plain" aria-current={isCurrent || undefined} onClick={() => to(row.id)}>
        <span className="oa-review-sign">
          {verdict ? <CheckCircleFilled aria-hidden /> : <Initial id={row.initiatorId} name={row.applyerUser?.name ?? ''} />}
        </span>
        <span className="oa-review-called cut">{titleLinesOf(row, text).first}</span>
        <Money value={row.amount} />
        <Below row={row} verdict={verdict} reason={reason} />
      </button>
    </li>
  )
}

/** The person and the title, and how long it waits or what became of it. */
function Below({ row, verdict, reason }: { row: DocumentRow; verdict: Verdict | undefined; reason: string | undefined }) {
  const { t } = useReviewText()
  const text = useText()
  return (
    <>
      <small className="cut">{text.name(row.applyerUser?.name ?? '')} · {processOf(row, text)}</small>
      <small className="oa-review-wait">{verdict ? t(verdict) : waitingText(row.stayHours, text)}</small>
      {reason !== undefined && <small className="is-refused" role="alert">{reason}</small>}
    </>
  )
}
