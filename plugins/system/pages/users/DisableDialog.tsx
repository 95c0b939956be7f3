import { Form, Modal } from 'antd'
import { Suspense, useId, useState } from 'react'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { useAdministersFlows } from '#shell/start/administers-flows.ts'
import type { UserAnswer } from '#plugins/system/user-wire.ts'
import { HandOverFields, type Succession } from '../organisation/HandOverFields.tsx'
import '../organisation/organisation.css'
import { UsageList } from '../organisation/UsageList.tsx'
import { useUserText } from './text.ts'
import { useDisabling } from './use-disabling.ts'
import { userFields } from './user-fields.ts'

interface DisableDialogProps {
  /** One, or several that were ticked. */
  readonly chosen: readonly UserAnswer[]
  onClose(): void
}

/** Shows what rests on people, hands their tasks over where somebody is chosen, and ends their sign-ins; with a day, they have left. */
export function DisableDialog({ chosen, onClose }: DisableDialogProps) {
  const { t, name } = useUserText()
  const { left, problems, isSending, disable } = useDisabling(chosen, onClose)
  const [leavingDate, setLeavingDate] = useState<unknown>(null)
  const [succession, setSuccession] = useState<Succession>({ to: null, comment: '' })
  const canHandOver = useAdministersFlows()
  const isReady = succession.to === null || succession.comment.trim() !== ''
  return (
    <Modal open width={520} maskClosable={false}
      title={chosen.length === 1 ? t('disableName', { name: name(chosen[0]!.name) }) : t('disableMany', { count: chosen.length })}
      cancelText={t('cancel')} okText={t(succession.to === null ? 'disable' : 'handOverAndDisable')}
      okButtonProps={{ danger: true, disabled: !isReady }} confirmLoading={isSending} onOk={() => void disable({ leavingDate, succession })}
      onCancel={onClose}
    >
      <Problems chosen={left} problems={problems} />
      <p>{t('disableText')}</p>
      <div className="oa-impacts">{left.map((user) => <Impact key={user.id} user={user} isAlone={chosen.length === 1} />)}</div>
      <Form layout="vertical" className="oa-record-form oa-disabling">
        <LeavingDate value={leavingDate} onChange={setLeavingDate} />
        {canHandOver && <HandOverFields value={succession} isOptional onChange={setSuccession} />}
      </Form>
    </Modal>
  )
}

function Problems({ chosen, problems }: { chosen: readonly UserAnswer[]; problems: ReadonlyMap<string, string> }) {
  const { name } = useUserText()
  return chosen.flatMap((user) => {
    const problem = problems.get(user.id)
    return problem === undefined
      ? []
      : <p key={user.id} className="oa-record-problem" role="alert">{chosen.length > 1 && `${name(user.name)}: `}{problem}</p>
  })
}

function LeavingDate({ value, onChange }: { value: unknown; onChange(value: unknown): void }) {
  const { t, label } = useUserText()
  const id = useId()
  return (
    <Form.Item label={label(userFields.leavingDate)} htmlFor={id} help={<span id={`${id}-help`}>{t('leavingHint')}</span>}>
      <Suspense>
        <FieldInput id={id} field={userFields.leavingDate} value={value} context={{}} aria-describedby={`${id}-help`} onChange={onChange} />
      </Suspense>
    </Form.Item>
  )
}

/** The usages of one of them. */
function Impact({ user, isAlone }: { user: UserAnswer; isAlone: boolean }) {
  const { name } = useUserText()
  return (
    <section aria-label={name(user.name)}>
      {!isAlone && <h3 className="oa-impact-name">{name(user.name)}</h3>}
      <UsageList subject={{ person: user.id }} isOneOfMany={!isAlone} />
    </section>
  )
}
