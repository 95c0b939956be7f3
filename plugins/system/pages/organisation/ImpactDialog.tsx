import { Modal } from 'antd'
import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { WritingHttp } from '#providers/http.ts'
import { useCommand } from '#shell/command/use-command.ts'
import type { UsageSubject } from './calls.ts'
import { UsageList } from './UsageList.tsx'
import { useOrganisationText } from './text.ts'
import { unitQueries } from './unit-queries.ts'

interface ImpactDialogProps {
  readonly title: string
  readonly subject: UsageSubject
  /** Word of the button that does it. */
  readonly verb: string
  readonly isDangerous?: boolean
  readonly isReady?: boolean
  /** The inputs that have to be chosen first. */
  readonly children?: ReactNode
  /** Queries that are read again afterwards; of the organisation where this is left out. */
  readonly touches?: readonly QueryKey[]
  /** @throws HttpFailure, which is said here */
  onDo(http: WritingHttp): Promise<unknown>
  onDone?(): void
  onClose(): void
}

/** Shows what rests on a unit or a person before something happens to it. */
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
      {problem && <p className="oa-record-problem" role="alert">{problem}</p>}
      {children}
      <UsageList subject={subject} />
    </Modal>
  )
}
