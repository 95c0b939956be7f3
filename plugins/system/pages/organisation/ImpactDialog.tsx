import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import type { Subject } from './calls.ts'
import { UsageList } from './UsageList.tsx'
import { useOrganisationText } from './text.ts'

interface ImpactDialogProps {
  readonly title: string
  readonly subject: Subject
  /** Word of the button that does it. */
  readonly verb: string
  readonly isDangerous?: boolean
  readonly isReady?: boolean
  /** What has to be chosen first. */
  readonly children?: ReactNode
  /** @throws HttpFailure, which is said here */
  onDo(): Promise<unknown>
  onClose(): void
}

/** Shows what rests on a unit or a person before something happens to it. */
export function ImpactDialog({ title, subject, verb, isDangerous = false, isReady = true, children, onDo, onClose }: ImpactDialogProps) {
  const { t } = useOrganisationText()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const act = async () => {
    setIsBusy(true)
    try {
      await onDo()
      onClose()
    } catch (error) {
      if (!isFailure(error)) throw error
      setProblem(error.message)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Modal open title={title} width={520} okText={verb} cancelText={t('cancel')} confirmLoading={isBusy} okButtonProps={{ danger: isDangerous, disabled: !isReady }}
      onOk={() => void act()} onCancel={onClose}
    >
      {problem && <p className="oa-record-problem" role="alert">{problem}</p>}
      {children}
      <UsageList subject={subject} />
    </Modal>
  )
}
