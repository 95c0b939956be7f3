import { Form, Modal } from 'antd'
import { Suspense, useId, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { isFailure } from '../../../../providers/failure.ts'
import { useHttp } from '../../../../src/shell/backend.ts'
import { FieldInput } from '../../../../src/shell/resource/drawings.tsx'
import { useUserText } from './text.ts'
import { userFields } from './user-fields.ts'
import type { UserAnswer } from '../../user-wire.ts'
import { userPath, users } from './users.ts'

/** Ends somebody's sign-ins; with a day, they have left. */
export function DisableDialog({ user, onClose }: { user: UserAnswer; onClose(): void }) {
  const { t, name, label } = useUserText()
  const http = useHttp()
  const client = useQueryClient()
  const id = useId()
  const [leavingDate, setLeavingDate] = useState<unknown>(null)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const disable = async () => {
    setIsSending(true)
    try {
      await http.put(`${userPath}/${user.id}/enable`, { enable: false, version: user.version, leavingDate }, { quiet: true })
      onClose()
    } catch (error) {
      setProblem(isFailure(error) ? error.message : String(error))
    } finally {
      setIsSending(false)
      await client.invalidateQueries({ queryKey: [users] })
    }
  }
  return (
    <Modal open width={440} maskClosable={false} title={t('disableName', { name: name(user.name) })} okText={t('disable')} okButtonProps={{ danger: true }} cancelText={t('cancel')} confirmLoading={isSending} onOk={() => void disable()} onCancel={onClose}>
      {problem && <p className="oa-record-problem" role="alert">{problem}</p>}
      <p>{t('disableText')}</p>
      <Form layout="vertical">
        <Form.Item label={label(userFields.leavingDate)} htmlFor={id} help={<span id={`${id}-help`}>{t('leavingHint')}</span>}>
          <Suspense><FieldInput id={id} field={userFields.leavingDate} value={leavingDate} context={{}} aria-describedby={`${id}-help`} onChange={setLeavingDate} /></Suspense>
        </Form.Item>
      </Form>
    </Modal>
  )
}
