import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { may } from '#providers/permissions.ts'
import { canScope } from '#plugins/system/permissions.ts'
import type { Scope } from '#plugins/system/role-wire.ts'
import { type Resource, type ScopedRole, useScopeText } from './data-scope.ts'

interface MatrixProps {
  readonly roles: readonly ScopedRole[]
  readonly resources: readonly Resource[]
  onEdit(role: ScopedRole, resource: Resource | undefined): void
  onCopy(role: ScopedRole): void
}

/** A line for each role, a column for the default and for each resource. */
export function Matrix({ roles, resources, onEdit, onCopy }: MatrixProps) {
  const { t, label } = useScopeText()
  return (
    <div className="oa-matrix-scroll">
      <table className="oa-matrix">
        <thead>
          <tr>
            <th scope="col">{t('role')}</th>
            <th scope="col">{t('byDefault')}</th>
            {resources.map((one) => <th key={one.resource} scope="col">{label(one)}</th>)}
          </tr>
        </thead>
        <tbody>{roles.map((role) => <Line key={role.id} role={role} resources={resources} onEdit={onEdit} onCopy={onCopy} />)}</tbody>
      </table>
    </div>
  )
}

function Line({ role, resources, onEdit, onCopy }: { role: ScopedRole } & Omit<MatrixProps, 'roles'>) {
  const { t, name } = useScopeText()
  return (
    <tr>
      <th scope="row">
        <span>
          <span className="cut">{name(role.name)}</span>
          {!role.enable && <em>{t('off')}</em>}
          {may(canScope.edit) && (
            <Button type="text" size="small" icon={<CopyOutlined aria-hidden />} aria-label={`${t('copy')}: ${name(role.name)}`}
              data-tip={t('copy')} onClick={() => onCopy(role)} />
          )}
        </span>
      </th>
      {[undefined, ...resources].map((resource) => (
        <Cell key={resource?.resource ?? '*'} role={role} resource={resource} onEdit={() => onEdit(role, resource)} />
      ))}
    </tr>
  )
}

function Cell({ role, resource, onEdit }: { role: ScopedRole; resource: Resource | undefined; onEdit(): void }) {
  const { t, name, label } = useScopeText()
  const wordsOf = useScopeWords()
  const scope = role.scopes.find((one) => one.resource === (resource?.resource ?? '*'))
  const words = scope ? wordsOf(scope) : t(resource ? 'like' : 'none')
  const look = lookOf(scope, resource)
  // Only what differs from the default is written out; an empty cell says what a click does once it is pointed at.
  const shown = scope ?? !resource ? <span>{words}</span> : (
    <>
      <span className="unseen">{words}</span>
      <em aria-hidden>{may(canScope.edit) && t('set')}</em>
    </>
  )
  if (!may(canScope.edit)) return <td className={look}>{shown}</td>
  return (
    <td className={look}>
      <button type="button" className="plain"
        aria-label={t('cellOf', { role: name(role.name), resource: resource ? label(resource) : t('byDefault'), scope: words })}
        onClick={onEdit}
      >
        {shown}
      </button>
    </td>
  )
}

function lookOf(scope: Scope | undefined, resource: Resource | undefined): string | undefined {
  if (!scope) return 'is-like'
  return resource && 'is-own'
}

/** Scopes that go further with the units below. */
const spreads: ReadonlySet<number> = new Set([2, 3, 4])

function useScopeWords() {
  const { t } = useScopeText()
  return ({ scope, withSub, deptIds }: Scope): string => {
    const words = t(`short${scope}`, { count: deptIds.length })
    return withSub && spreads.has(scope) ? `${words} ${t('withSub')}` : words
  }
}
