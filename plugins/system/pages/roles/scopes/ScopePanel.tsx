import { Select } from 'antd'
import { useId, useState } from 'react'
import { withScope } from '../draft.ts'
import { type ChosenScope, ScopeChoice } from './ScopeChoice.tsx'
import { useRoleText } from '../text.ts'
import type { RoleEditor } from '../use-role.ts'

interface ScopePanelProps {
  readonly editing: RoleEditor
  readonly resources: readonly { readonly resource: string; readonly cn: string; readonly en: string }[]
  readonly canEdit: boolean
}

/** Data scopes of the role: the default, and deviations by resource. */
export function ScopePanel({ editing: { draft, change }, resources, canEdit }: ScopePanelProps) {
  const { t, label } = useRoleText()
  const id = useId()
  const [resource, setResource] = useState('*')
  const scope = draft.scopes.find((one) => one.resource === resource)
  const set = (next: ChosenScope | undefined) =>
    change({ scopes: withScope(draft.scopes, resource, next && { scope: next.scope, withSub: next.withSub, deptIds: next.deptIds }) })
  const isOwn = (name: string) => draft.scopes.some((one) => one.resource === name)
  return (
    <section className="oa-scope" aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{t('scope')}</h2>
        <Select aria-label={t('resource')} value={resource} onChange={setResource} popupMatchSelectWidth={240}
          options={[{ value: '*', label: t('scopeDefault') },
            ...resources.map((one) => ({ value: one.resource,
              label: isOwn(one.resource) ? t('scopeOwn', { name: label(one) }) : label(one) })
            )]} />
      </header>
      <ScopeChoice scope={scope} isDefault={resource === '*'} canEdit={canEdit} onChange={set} />
    </section>
  )
}
