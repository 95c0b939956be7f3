import { useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { pageAnswer, useExistingPage } from '#shell/list/use-list-query.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import type { UsageCount } from '#plugins/system/unit-wire.ts'
import { usagesPage, usagesQuery, type UsageSubject } from './calls.ts'
import { useOrganisationText } from './text.ts'

/**
 * Usages of a unit or person by kind with counts, expandable to the records. `isOneOfMany`: the explanation is shown once above all lists.
 */
export function UsageList({ subject, isOneOfMany = false }: { subject: UsageSubject; isOneOfMany?: boolean }) {
  const { t } = useOrganisationText()
  const answer = useQuery(usagesQuery(useHttp(), subject))
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <RowsSkeleton rows={3} columns={['60%']} />
  if (answer.data.length === 0) return <p className="oa-org-quiet" role="status">{t('noUsages')}</p>
  return (
    <>
      <p className={isOneOfMany ? 'unseen' : 'oa-org-quiet'} role="status">{t('usages')}</p>
      <ul className="oa-usages">{answer.data.map((kind) => <Kind key={kind.id} kind={kind} subject={subject} />)}</ul>
    </>
  )
}

function Kind({ kind, subject }: { kind: UsageCount; subject: UsageSubject }) {
  const { t, label } = useOrganisationText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          {label(kind)} <span className="num" aria-label={t('usagesOfKind', { name: label(kind), count: kind.count })}>{kind.count}</span>
        </summary>
        {isOpen && <Records kind={kind} subject={subject} />}
      </details>
    </li>
  )
}

const size = 10

function Records({ kind, subject }: { kind: UsageCount; subject: UsageSubject }) {
  const { name } = useOrganisationText()
  const [current, setCurrent] = useState(1)
  const answer = useQuery({ ...usagesPage(useHttp(), subject, { kind: kind.id, current, size }), placeholderData: (before) => before })
  useExistingPage({ current, size, turn: setCurrent }, pageAnswer(answer))
  const { data } = answer
  if (!data) return <RowsSkeleton rows={2} columns={['70%']} />
  return (
    <>
      <ul>
        {data.records.map((record) => (
          <li key={record.id}>
            {record.path ? <Link to={record.path}>{name(record.name)}</Link> : <span>{name(record.name)}</span>}
            {record.detail && <span className="num">{' '}{name(record.detail)}</span>}
          </li>
        ))}
      </ul>
      {data.total > size && <Pagination size="small" simple current={current} pageSize={size} total={data.total} onChange={setCurrent} />}
    </>
  )
}
