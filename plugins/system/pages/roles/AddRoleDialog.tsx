import { useQueryClient } from '@tanstack/react-query'
import { Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import { useHttp } from '#shell/backend.ts'
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
  const http = useHttp()
  const client = useQueryClient()
  const id = useId()
  const [value, setValue] = useState<Readonly<Record<string, string>>>({})
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    const empty = (['key', 'nameCn'] as const).filter((field) => !value[field]?.trim())
    if (empty.length > 0) return setProblems(Object.fromEntries(empty.map((field) => [field, t('required', { label: t(field) })])))
    setIsSaving(true)
    try {
      const made = await http.post<RoleDetail>(rolePath, { ...value, copyFrom: like?.id }, { quiet: true, adds: true })
      await client.invalidateQueries({ queryKey: [roles] })
      onAdded(made.id)
    } catch (error) {
      if (!isFailure(error)) throw error
      const placed = error.fields.filter((field) => (fields as readonly string[]).includes(field.name))
      setProblems(placed.length > 0 ? Object.fromEntries(placed.map((field) => [field.name, field.message])) : { '': error.fields[0]?.message ?? error.message })
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Modal open width={440} maskClosable={false} title={like ? t('copyTitle', { name: name(like.name) }) : t('add')} okText={t('save')} cancelText={t('cancel')}
      confirmLoading={isSaving} onOk={() => void save()} onCancel={onClose}
    >
      {like && <p>{t('copyHint')}</p>}
      {problems[''] && <p className="oa-record-problem" role="alert">{problems['']}</p>}
      <Form layout="vertical" onFinish={() => void save()}>
        {fields.map((field) => {
          const said = problems[field] ?? (field === 'key' ? t('keyHint') : undefined)
          return (
            <Form.Item key={field} label={t(field)} htmlFor={`${id}-${field}`} required={field !== 'nameEn'} validateStatus={problems[field] ? 'error' : undefined}
              help={said && <span id={`${id}-${field}-help`}>{said}</span>}
            >
              <Input id={`${id}-${field}`} maxLength={field === 'key' ? 60 : 30} aria-invalid={problems[field] !== undefined} aria-required={field !== 'nameEn'}
                aria-describedby={said ? `${id}-${field}-help` : undefined} value={value[field] ?? ''}
                onChange={({ target }) => setValue((before) => ({ ...before, [field]: target.value }))} />
            </Form.Item>
          )
        })}
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}
