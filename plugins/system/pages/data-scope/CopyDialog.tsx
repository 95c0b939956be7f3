import { Form, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { type ScopedRole, useScopeText } from './data-scope.ts'
import { useSave } from './use-save.ts'

interface CopyDialogProps {
  readonly role: ScopedRole
  readonly all: readonly ScopedRole[]
  onClose(): void
}

/** Gives a role the scopes of another. */
export function CopyDialog({ role, all, onClose }: CopyDialogProps) {
  const { t, name } = useScopeText()
  const id = useId()
  const [from, setFrom] = useState<string>()
  const { problem, setProblem, isSaving, save } = useSave(role, onClose)
  const copy = () => {
    const like = all.find((one) => one.id === from)
    if (!like) return setProblem(t('required'))
    void save(like.scopes)
  }
  return (
    <Modal open width={440} maskClosable={false} title={t('copyOf', { name: name(role.name) })} okText={t('copyAct')}
      cancelText={t('cancel')} confirmLoading={isSaving} onCancel={onClose} onOk={copy}
    >
      <p className="oa-scope-copied">{t('copyText', { name: name(role.name) })}</p>
      <Form layout="vertical" onFinish={copy}>
        <Form.Item label={t('copyFrom')} htmlFor={id} required validateStatus={problem ? 'error' : undefined}
          help={problem && <span role="alert">{problem}</span>}
        >
          <Select id={id} showSearch optionFilterProp="label" placeholder={t('required')} value={from} onChange={setFrom}
            options={all.filter((one) => one.id !== role.id).map((one) => ({ value: one.id, label: name(one.name) }))} />
        </Form.Item>
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}
