import { Modal, Pagination } from 'antd'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useCommand } from '#shell/command/use-command.ts'
import { useHttp } from '#shell/backend.ts'
import { pageAnswer, useExistingPage } from '#shell/list/use-list-query.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import type { WritingHttp } from '#providers/http.ts'
import type { UsageCount } from '#plugins/system/organisation-wire.ts'
import { unitQueries, usagesPage, usagesQuery, type UsageSubject, useOrganisationText } from './organisation.ts'

/**
 * Usages of a unit or person by kind with counts, expandable to the records. `isOneOfMany`: the explanation is shown once above all lists.
 */
export function UsageList({ subject, isOneOfMany = false }: { subject: UsageSubject; isOneOfMany?: boolean }) {
  const { t } = useOrganisationText()
  const answer = useQuery(usagesQuery(useHttp(), subject))
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <RowsSkeleton rows={3} columns={['60%']} />
  if (answer.data.length === 0) return <p className="oa-org-quiet second" role="status">{t('noUsages')}</p>
  return (
    <>
      <p className={isOneOfMany ? 'unseen' : 'oa-org-quiet second'} role="status">{t('usages')}</p>
      <ul className="oa-usages">{answer.data.map((kind) => <Kind key={kind.id} kind={kind} subject={subject} />)}</ul>
    </>
  )
}

function Kind({ kind, subject }: { kind: UsageCount; subject: UsageSubject }) {
  const { t, label } = useOrganisationText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className="line-bottom">
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

interface ImpactDialogProps {
  readonly title: string
  readonly subject: UsageSubject
  /** Label of the confirm button. */
  readonly verb: string
  readonly isDangerous?: boolean
  readonly isReady?: boolean
  /** Inputs required before confirming. */
  readonly children?: ReactNode
  /** Queries invalidated afterwards. @default those of the organisation */
  readonly touches?: readonly QueryKey[]
  /** Performs the action. @throws HttpFailure, which is shown in the dialog */
  onDo(http: WritingHttp): Promise<unknown>
  onDone?(): void
  onClose(): void
}

/** Confirmation dialog that lists the usages of a unit or person before an action on it. */
export function ImpactDialog(
  { title, subject, verb, isDangerous = false, isReady = true, touches = unitQueries, children, onDo, onDone, onClose }: ImpactDialogProps,
) {
  const { t } = useOrganisationText()
  const { run, isPending, problems: { '': problem } } = useCommand({ touches, place: () => '' })
  const act = () =>
    run(onDo, () => {
      onDone?.()
      onClose()
    })
  return (
    <Modal open title={title} width={520} okText={verb} cancelText={t('cancel')} confirmLoading={isPending}
      okButtonProps={{ danger: isDangerous, disabled: !isReady }} onOk={() => void act()} onCancel={onClose}
    >
      {problem && <p className="oa-record-problem round-6 red span-all pad-8-12" role="alert">{problem}</p>}
      {children}
      <UsageList subject={subject} />
    </Modal>
  )
}
