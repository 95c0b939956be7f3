import { Radio, Switch, Tree } from 'antd'
import { useDepartments } from '#shell/start/directory.ts'
import type { Scope, ScopeCode } from '#plugins/system/role-wire.ts'
import { useRoleText } from '../text.ts'
import { treeOfUnits } from './unit-tree.ts'

export type ChosenScope = Omit<Scope, 'resource'>

const codes: readonly ScopeCode[] = [1, 2, 3, 4, 5, 6]
/** Scopes that go further with the units below. */
const spreads: ReadonlySet<ScopeCode> = new Set([2, 3, 4])

interface ScopeChoiceProps {
  /** Absent where nothing is said. */
  readonly scope: ChosenScope | undefined
  /** It holds for every resource that has no scope of its own. */
  readonly isDefault: boolean
  readonly canEdit: boolean
  onChange(scope: ChosenScope | undefined): void
}

/** The scope of one resource, or of all by default. */
export function ScopeChoice({ scope, isDefault, canEdit, onChange }: ScopeChoiceProps) {
  const { t } = useRoleText()
  const choose = (value: ScopeCode | 0) =>
    onChange(value === 0 ? undefined : { scope: value, withSub: scope?.withSub ?? true, deptIds: scope?.deptIds ?? [] })
  return (
    <>
      <Radio.Group className="oa-scope-kinds" disabled={!canEdit} value={scope?.scope ?? 0}
        onChange={({ target }) => choose(target.value as ScopeCode | 0)}
      >
        <Radio value={0}>{t(isDefault ? 'scopeNone' : 'likeDefault')}</Radio>
        {codes.map((code) => <Radio key={code} value={code}>{t(`scope${code}`)}</Radio>)}
      </Radio.Group>
      {scope && <Reach scope={scope} canEdit={canEdit} onChange={onChange} />}
    </>
  )
}

/** The departments, and whether those below come along. */
function Reach({ scope, canEdit, onChange }: { scope: ChosenScope; canEdit: boolean; onChange(scope: ChosenScope): void }) {
  const { t } = useRoleText()
  const isListed = scope.scope === 2
  return (
    <>
      {spreads.has(scope.scope) && (
        <p className="oa-scope-sub">
          <span>{isListed && t('departments', { count: scope.deptIds.length })}</span>
          <label>
            <Switch size="small" disabled={!canEdit} checked={scope.withSub} onChange={(withSub) => onChange({ ...scope, withSub })} />{' '}
            {t('withSub')}
          </label>
        </p>
      )}
      {isListed && <UnitTree chosen={scope.deptIds} canEdit={canEdit} onChange={(deptIds) => onChange({ ...scope, deptIds })} />}
    </>
  )
}

/** Units ticked one by one: whether those below come along is said by the switch. */
function UnitTree(
  { chosen, canEdit, onChange }: { chosen: readonly string[]; canEdit: boolean; onChange(chosen: readonly string[]): void },
) {
  const { t, name } = useRoleText()
  const data = treeOfUnits(useDepartments(), name)
  return (
    <div className="oa-scope-tree">
      <Tree checkable checkStrictly defaultExpandAll selectable={false} disabled={!canEdit} aria-label={t('scope2')} treeData={data}
        checkedKeys={[...chosen]} onCheck={(checked) => onChange((Array.isArray(checked) ? checked : checked.checked).map(String))} />
    </div>
  )
}
