import { useQueries, useQuery } from '@tanstack/react-query'
import { Form, Modal, Select } from 'antd'
import { Suspense, useCallback, useEffect, useId, useRef, useState } from 'react'
import { everything } from '#kernel/permissions.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { inSentence } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { useHttp } from '#shell/backend.ts'
import { useDepartments } from '#shell/start/directory.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { useCommand } from '#shell/command/use-command.ts'
import { may } from '#providers/permissions.ts'
import type { WritingHttp } from '#providers/http.ts'
import { canRole } from '#plugins/system/permissions.ts'
import type { PermissionGroup, RoleDetail, UserAnswer } from '#plugins/system/access-wire.ts'
import { entered, missing, type RoleOption, roleOptionsQuery, sent, type UserField, userFields, userGroups, userPath, users, type UserValue,
  useUserText, valueOf } from './users.ts'
import { catalogueQuery, roleQuery, useRoleText } from '../roles/roles.ts'
import { has } from '../roles/permissions/permission-tree.ts'

interface UserDialogProps extends UseUserOptions {
  onClose(): void
}

/** Dialog to add or edit an account; problems are shown at their fields. */
export function UserDialog({ user, onSaved, onClose }: UserDialogProps) {
  const { t, name } = useUserText()
  const editing = useUser({ user, onSaved })
  const form = useRef<HTMLDivElement>(null)
  // focus the first field once both dialog and fields are mounted, in either order
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
            {editing.problemOf('') && (
              <p className="oa-record-problem round-6 red span-all pad-8-12" role="alert">{editing.problemOf('')}</p>
            )}
            {groups.map(([key, title]) => (
              <fieldset key={key} className="oa-user-group flat narrow borderless">
                <legend className="bold">{t(title)}</legend>
                <div className="oa-record-form grid top-8">
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

/** Returns whether a field is shown: the administrator flag to administrators only, the password for new accounts only. */
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
    <Form.Item className={field === 'roles' ? 'span-all' : undefined} label={label(definition)} htmlFor={id}
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

/** Hint below a field: the reason why it cannot be changed, else the field's own. */
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

/** Custom controls of fields with dependent options. */
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

interface UseUserOptions {
  readonly user: UserAnswer | undefined
  /** Called after saving; `password` is the generated one of a new account, else null. */
  onSaved(saved: { readonly name: string; readonly password: string | null }): void
}

/** State of the dialog: values, problems and saving. */
function useUser({ user, onSaved }: UseUserOptions) {
  const { t, label, name } = useUserText()
  const [value, setValue] = useState<UserValue>(() => valueOf(user))
  const [refusals, setRefusals] = useState(0)
  const { run, isPending, problems, setProblems } = useCommand({ touches: [[users]], moved: t('changed'), place: fieldOf })
  const set = (field: UserField, input: unknown) => {
    setValue((before) => entered(before, field, input))
    setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => name !== field && name !== '')))
  }
  const send = async (http: WritingHttp): Promise<string | null> => {
    const quiet = { quiet: true } as const
    if (user) await http.put(`${userPath}/${user.id}`, sent(value, user), quiet)
    else return (await http.post<{ password?: string | null }>(userPath, sent(value, user), { ...quiet, adds: true })).password ?? null
    return null
  }
  const save = async () => {
    const empty = missing(value)
    if (empty.length > 0)
      setProblems(Object.fromEntries(empty.map((field) => [field, t('required', { label: inSentence(label(userFields[field])) })])))
    const isSaved = empty.length === 0 &&
      (await run(send,
        (password) => onSaved({ name: name(bilingual({ cn: String(value.nameCn), en: String(value.nameEn ?? '') })), password })))
    if (!isSaved) setRefusals((before) => before + 1)
  }
  return { value, set, save, isSaving: isPending, refusals, problemOf: (field: UserField | '') => problems[field] }
}

/** Field of the dialog for a problem, e.g. for `roleIds.1`; '' if there is none. */
function fieldOf(name: string): string {
  const [field = ''] = name.split('.')
  return field in userFields ? field : ''
}

/** Combined permissions of the chosen roles by part of the menu, each with its scope. */
function RolePreview({ roles }: { roles: readonly RoleOption[] }) {
  const http = useHttp()
  const catalogue = useQuery({ ...catalogueQuery(http), enabled: roles.length > 0 })
  const details = useQueries({ queries: roles.map(({ id }) => roleQuery(http, id)) }).map(({ data }) => data)
  if (roles.length === 0 || !catalogue.data || details.includes(undefined)) return null
  return <Preview groups={catalogue.data.groups} details={details.filter((one) => one !== undefined)} />
}

function Preview({ groups, details }: { groups: readonly PermissionGroup[]; details: readonly RoleDetail[] }) {
  const { t, label, name } = useUserText()
  const role = useRoleText()
  const held = new Set(details.flatMap(({ permissions }) => permissions))
  const counts = groups.map((group) => ({ id: group.id, called: label(group),
    count: group.rows.flatMap(({ permissions }) => permissions).filter(({ permission }) => has(held, permission)).length })
  ).filter(({ count }) => count > 0)
  const scopeOf = ({ scopes }: RoleDetail) => scopes.find(({ resource }) => resource === '*')?.scope ?? 6
  return (
    <div className="oa-role-preview subtle framed round-6 second small pad-8-12 above-6" role="status">
      <dl className="grid">
        <dt className="third">{t('previewRights')}</dt>
        <dd className="flat">
          {counts.length === 0
            ? t('previewNone')
            : counts.map(({ id, called, count }) => <span key={id}>{t('previewCount', { name: called, count })}</span>)}
        </dd>
        <dt className="third">{t('previewScope')}</dt>
        <dd className="flat">
          {details.map((one) => (
            <span key={one.id}>{t('previewScopeOf', { role: name(one.name), scope: role.t(`scope${scopeOf(one)}`) })}</span>
          ))}
        </dd>
      </dl>
    </div>
  )
}
