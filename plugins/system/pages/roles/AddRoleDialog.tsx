import { Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useCommand } from '#shell/command/use-command.ts'
import '#shell/list/list.css'
import type { Role, RoleDetail } from '#plugins/system/role-wire.ts'
import { rolePath, roles } from './roles.ts'
import { useRoleText } from './text.ts'

interface AddRoleDialogProps {
  /** The role that is copied. */
  readonly like: Role | undefined
  onClose(): void
  onAdded(id: string): void
}

const fields = ['key', 'nameCn', 'nameEn'] as const

/** Makes a role, empty or like another. */
export function AddRoleDialog({ like, onClose, onAdded }: AddRoleDialogProps) {
  const { t, name } = useRoleText()
  const id = useId()
  const [value, setValue] = useState<Readonly<Record<string, string>>>({})
  const { run, isPending, problems, setProblems } = useCommand({ touches: [[roles]],
    place: (name) => fields.find((field) => field === name) ?? '' })
  const save = async () => {
    const empty = (['key', 'nameCn'] as const).filter((field) => !value[field]?.trim())
    if (empty.length > 0) return setProblems(Object.fromEntries(empty.map((field) => [field, t('required', { label: t(field) })])))
    await run((http) => http.post<RoleDetail>(rolePath, { ...value, copyFrom: like?.id }, { quiet: true, adds: true }),
      ({ id: made }) => onAdded(made))
  }
  return (
    <Modal open width={440} maskClosable={false} title={like ? t('copyTitle', { name: name(like.name) }) : t('add')} okText={t('save')}
      cancelText={t('cancel')} confirmLoading={isPending} onOk={() => void save()} onCancel={onClose}
    >
      {like && <p>{t('copyHint')}</p>}
      {problems[''] && <p className="oa-record-problem" role="alert">{problems['']}</p>}
      <Form layout="vertical" className="oa-record-form oa-role-new" onFinish={() => void save()}>
        {fields.map((field) => {
          const help = problems[field] ?? (field === 'key' ? t('keyHint') : undefined)
          return (
            <Form.Item key={field} label={t(field)} htmlFor={`${id}-${field}`} required={field !== 'nameEn'}
              validateStatus={problems[field] ? 'error' : undefined} help={help && <span id={`${id}-${field}-help`}>{help}</span>}
            >
              <Input id={`${id}-${field}`} maxLength={field === 'key' ? 60 : 30} aria-invalid={problems[field] !== undefined}
                aria-required={field !== 'nameEn'} aria-describedby={help ? `${id}-${field}-help` : undefined} value={value[field] ?? ''}
                onChange={({ target }) => setValue((before) => ({ ...before, [field]: target.value }))} />
            </Form.Item>
          )
        })}
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}
