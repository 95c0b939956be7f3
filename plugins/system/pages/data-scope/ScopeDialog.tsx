import { Modal } from 'antd'
import { useState } from 'react'
import { withScope } from '../roles/draft.ts'
import { type ChosenScope, ScopeChoice } from '../roles/scopes/ScopeChoice.tsx'
import { type Resource, type ScopedRole, useScopeText } from './data-scope.ts'
import { useSave } from './use-save.ts'

interface ScopeDialogProps {
  readonly role: ScopedRole
  /** Absent for the default. */
  readonly resource: Resource | undefined
  onClose(): void
}

/** The scope of one role for one resource. */
export function ScopeDialog({ role, resource, onClose }: ScopeDialogProps) {
  const { t, name, label } = useScopeText()
  const key = resource?.resource ?? '*'
  const [scope, setScope] = useState<ChosenScope | undefined>(() => role.scopes.find((one) => one.resource === key))
  const { problem, isSaving, save } = useSave(role, onClose)
  const title = t('editOf', { role: name(role.name), resource: resource ? label(resource) : t('byDefault') })
  const chosen = scope && { scope: scope.scope, withSub: scope.withSub, deptIds: scope.deptIds }
  return (
    <Modal open width={440} maskClosable={false} title={title} okText={t('save')} cancelText={t('cancel')} confirmLoading={isSaving}
      onCancel={onClose} onOk={() => void save(withScope(role.scopes, key, chosen))}
    >
      {problem && <p className="oa-record-problem" role="alert">{problem}</p>}
      <ScopeChoice scope={scope} isDefault={key === '*'} canEdit onChange={setScope} />
    </Modal>
  )
}
