import { useQuery } from '@tanstack/react-query'
import { Form, Modal, Select } from 'antd'
import { Suspense, useCallback, useEffect, useId, useRef } from 'react'
import { may } from '#providers/permissions.ts'
import { everything } from '#kernel/permissions.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { useHttp } from '#shell/backend.ts'
import { useDepartments } from '#shell/start/directory.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { canRole } from '#plugins/system/permissions.ts'
import { useUserText } from './text.ts'
import { useUser, type UseUserOptions } from './use-user.ts'
import { RolePreview } from './RolePreview.tsx'
import { type UserField, userFields, userGroups } from './user-fields.ts'
import { roleOptionsQuery } from './users.ts'

interface UserDialogProps extends UseUserOptions {
  onClose(): void
}

/** Adds or changes an account; what is wrong is said at its field. */
export function UserDialog({ user, onSaved, onClose }: UserDialogProps) {
  const { t, name } = useUserText()
  const editing = useUser({ user, onSaved })
  const form = useRef<HTMLDivElement>(null)
  // the first field has the focus once dialog and fields are here, whichever comes last
  const opened = useCallback((element: HTMLDivElement | null) => {
    form.current = element
    focusFirst(element)
  }, [])
  useEffect(() => {
    if (editing.refusals > 0) form.current?.querySelector<HTMLElement>('.ant-form-item-has-error :is(input, textarea, button)')?.focus()
  }, [editing.refusals])
  return (
    <Modal open title={user ? t('editTitle', { name: name(user.name) }) : t('add')} width={720} className="oa-user-dialog"
      maskClosable={false} okText={t('save')} cancelText={t('cancel')} confirmLoading={editing.isSaving}
      afterOpenChange={(isThere) => isThere && focusFirst(form.current)} onCancel={onClose} onOk={() => void editing.save()}
    >
      <Suspense fallback={<RowsSkeleton rows={6} columns={['45%', '45%']} />}>
        <div ref={opened}>
          <Form layout="vertical" onFinish={() => void editing.save()}>
            {editing.problemOf('') && <p className="oa-record-problem" role="alert">{editing.problemOf('')}</p>}
            {groups.map(([key, title]) => (
              <fieldset key={key} className="oa-user-group">
                <legend>{t(title)}</legend>
                <div className="oa-record-form">
                  {userGroups[key].filter((field) => isShown(field, user !== undefined)).map((field) => (
                    <UserInput key={field} field={field} isNew={!user} editing={editing} />
                  ))}
                </div>
              </fieldset>
            ))}
            <button type="submit" hidden />
          </Form>
        </div>
      </Suspense>
    </Modal>
  )
}

const focusFirst = (fields: HTMLElement | null) => fields?.querySelector('input')?.focus()

const groups = [['account', 'groupAccount'], ['work', 'groupWork'], ['access', 'groupAccess']] as const

/** The flag of administrators is set by administrators; a password is given to new accounts only. */
function isShown(field: UserField, isKnown: boolean): boolean {
  if (field === 'admin') return may(everything)
  if (field === 'password') return !isKnown
  return field !== 'leavingDate' || isKnown
}

interface UserInputProps {
  readonly field: UserField
  readonly isNew: boolean
  readonly editing: ReturnType<typeof useUser>
}

function UserInput({ field, isNew, editing: { value, set, problemOf } }: UserInputProps) {
  const { label } = useUserText()
  const hintOf = useHint()
  const id = useId()
  const definition: FieldDefinition = userFields[field]
  const problem = problemOf(field)
  const isFixed = field === 'userName' && !isNew
  const help = problem ?? hintOf(definition, isFixed)
  const described = { ...stateOf(problem), 'aria-describedby': help ? `${id}-help` : undefined }
  const Control = chosen[field as keyof typeof chosen]
  return (
    <Form.Item className={field === 'roles' ? 'oa-user-roles' : undefined} label={label(definition)} htmlFor={id}
      required={definition.required === true} validateStatus={described.status} help={help && <span id={`${id}-help`}>{help}</span>}
    >
      {Control ?
        <Control {...described} id={id} value={value} onChange={(input) => set(field, input)} /> :
        (
          <FieldInput {...described} id={id} field={definition} value={value[field]} context={{}} disabled={isFixed}
            aria-required={definition.required === true} onChange={(input) => set(field, input)} />
        )}
    </Form.Item>
  )
}

/** The hint below a field: why it cannot be changed, else its own. */
function useHint() {
  const { t, label } = useUserText()
  return ({ hint }: FieldDefinition, isFixed: boolean): string | undefined => {
    if (isFixed) return t('userNameFixed')
    return hint && label(hint)
  }
}

const stateOf = (problem: string | undefined) => ({ 'aria-invalid': problem !== undefined,
  status: problem === undefined ? undefined : ('error' as const) })

interface ChosenProps {
  readonly id: string
  readonly value: Readonly<Record<UserField, unknown>>
  readonly status: 'error' | undefined
  onChange(value: unknown): void
}

/** Controls whose choices follow from something else. */
const chosen = { mainDepartmentId: MainDepartment, roles: Roles }

function MainDepartment({ value, ...control }: ChosenProps) {
  const { t, name } = useUserText()
  const ids = value.departmentIds as readonly string[]
  const known = useDepartments()
  const options = ids.map((id) => ({ value: id, label: name(known.find((unit) => unit.id === id)?.name ?? id) }))
  return (
    <Select {...control} value={(value.mainDepartmentId as string | null) ?? undefined} options={options} disabled={ids.length === 0}
      placeholder={ids.length === 0 ? t('mainDepartmentFirst') : undefined} />
  )
}

function Roles({ value, ...control }: ChosenProps) {
  const { t, name } = useUserText()
  const { data = [] } = useQuery(roleOptionsQuery(useHttp()))
  const held = value.roles as readonly string[]
  const options = data.filter(({ key, enable, listed }) => listed && (enable || held.includes(key))).map(({ key, name: both, enable }) => ({
    value: key,
    label: enable ? name(both) : t('roleOff', { name: name(both) }),
    search: `${key} ${both}`.toLowerCase(),
  }))
  return (
    <>
      <Select {...control} mode="multiple" maxTagCount="responsive" allowClear placeholder={t('rolesLike')} value={[...held]}
        options={options} filterOption={(text, option) => option?.search.includes(text.trim().toLowerCase()) ?? false} />
      {may(canRole.view) && value.admin !== true && <RolePreview roles={data.filter(({ key }) => held.includes(key))} />}
    </>
  )
}
