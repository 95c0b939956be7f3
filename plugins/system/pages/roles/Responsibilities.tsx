import { Button, Checkbox, Popover } from 'antd'
import { Fragment, Suspense, useId } from 'react'
import { multiselect } from '#kernel/fields.ts'
import { everyValue, type RoleScope } from '#kernel/plugin.ts'
import { FieldCell, FieldInput } from '#shell/resource/renderers.tsx'
import { withResponsibility } from './draft.ts'
import type { Member } from './roles.ts'
import { useRoleText } from './text.ts'
import type { RoleEditor } from './use-role.ts'

interface ResponsibilitiesProps {
  readonly editing: RoleEditor
  readonly member: Member
  readonly scopes: readonly RoleScope[]
  readonly canEdit: boolean
}

/** Responsibilities of a member per scope of the role; flows assign tasks to the members responsible for a document's value. */
export function Responsibilities({ editing: { draft, change }, member, scopes, canEdit }: ResponsibilitiesProps) {
  const { t, label, name } = useRoleText()
  const valuesOf = (scope: string) => draft.responsible[member.id]?.[scope] ?? member.responsible[scope] ?? []
  const set = (scope: string, values: readonly string[]) => change({ responsible: withResponsibility(draft, member, scope, values) })
  const held = scopes.filter(({ key }) => valuesOf(key).length > 0)
  const editors = scopes.map((scope) => (
    <ScopeValues key={scope.key} scope={scope} values={valuesOf(scope.key)} onChange={(values) => set(scope.key, values)} />
  ))
  return (
    <span className="oa-role-responsible">
      <Suspense>
        {held.map((scope) => (
          <span key={scope.key} className="cut">
            {label(scope)}:{' '}
            {valuesOf(scope.key).includes(everyValue) ? t('everyValue') : <FieldCell field={fieldOf(scope)} value={valuesOf(scope.key)} />}
          </span>
        ))}
      </Suspense>
      {held.length === 0 && <span className="cut">{t('responsibleNone')}</span>}
      {canEdit && (
        <Popover trigger="click" destroyOnHidden content={<div className="oa-role-responsibilities">{editors}</div>}>
          <Button type="link" size="small" aria-label={`${t('responsibleFor')} ${name(member.name)}`}>{t('responsibleFor')}</Button>
        </Popover>
      )}
    </span>
  )
}

function ScopeValues(
  { scope, values, onChange }: { scope: RoleScope; values: readonly string[]; onChange(values: readonly string[]): void },
) {
  const { t, label } = useRoleText()
  const id = useId()
  const isAll = values.includes(everyValue)
  return (
    <Fragment>
      <label htmlFor={id}>{label(scope)}</label>
      <Checkbox checked={isAll} onChange={({ target }) => onChange(target.checked ? [everyValue] : [])}>{t('everyValue')}</Checkbox>
      {!isAll && (
        <Suspense>
          <FieldInput id={id} aria-label={label(scope)} field={fieldOf(scope)} value={values} context={{}} onChange={(chosen) =>
            onChange((chosen ?? []) as readonly string[])} />
        </Suspense>
      )}
    </Fragment>
  )
}

const fieldOf = ({ dict, to, cn, en }: RoleScope) => multiselect({ cn, en, ...(dict === undefined ? { of: to } : { dict }) })
