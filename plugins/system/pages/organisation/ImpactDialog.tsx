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
      {problem && <p className="oa-record-problem" role="alert">{problem}</p>}
      {children}
      <UsageList subject={subject} />
    </Modal>
  )
}
