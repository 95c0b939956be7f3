import { WarningOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useHttp } from '#shell/backend.ts'
import { Person } from '#shell/parts/Person.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useDepartments, usePeople } from '#shell/start/directory.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import type { UnitDetail, Warning } from '#plugins/system/unit-wire.ts'
import { unitQuery } from './calls.ts'
import { Members } from './Members.tsx'
import { useOrganisationText } from './text.ts'
import { UnitActions, type UnitAct } from './UnitActions.tsx'

interface UnitPanelProps {
  readonly id: string
  readonly warnings: readonly Warning[]
  /** Back to the tree, where the two do not fit side by side. */
  onBack?: (() => void) | undefined
  onAct(act: UnitAct, unit: UnitDetail): void
}

/** One unit: what is kept of it, what it lacks, and who belongs to it. */
export function UnitPanel({ id, warnings, onBack, onAct }: UnitPanelProps) {
  const { t, locale } = useOrganisationText()
  const answer = useQuery(unitQuery(useHttp(), id))
  const unit = answer.data
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!unit) return <RowsSkeleton rows={8} columns={['30%', '50%']} />
  const title = locale === 'cn' ? unit.nameCn : unit.nameEn
  return (
    <>
      {onBack && <Button type="link" className="oa-split-back" onClick={onBack}>{t('back')}</Button>}
      <header className="oa-unit-head">
        <h2>
          {title} <span className="oa-pill" data-tone="grey">{t(unit.type)}</span>{' '}
          {!unit.enable && <span className="oa-pill" data-tone="orange">{t('off')}</span>}
        </h2>
        <UnitActions unit={unit} onAct={(act) => onAct(act, unit)} />
      </header>
      {warnings.length > 0 && (
        <ul className="oa-unit-warnings" role="status">
          {warnings.map((warning) => (
            <li key={warning}>
              <WarningOutlined aria-hidden /> {t(warning)}
            </li>
          ))}
        </ul>
      )}
      <Facts unit={unit} />
      <Members unit={{ id, name: `${unit.nameCn}/${unit.nameEn}` }} isEnabled={unit.enable} />
    </>
  )
}

function Facts({ unit }: { unit: UnitDetail }) {
  const { t, name } = useOrganisationText()
  const departments = useDepartments()
  const superior = departments.find((department) => department.id === unit.superiorEnterprise)
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('head'), <Leader key="head" id={unit.head} />],
    [t('deputy'), <Leader key="deputy" id={unit.deputy} />],
    [t('vicePresident'), <Leader key="vp" id={unit.vicePresident} />],
    ...(unit.type === 'DEPARTMENT'
      ? []
      : [[t('generalManager'), <Leader key="gm" id={unit.generalManager} />], [t('superiorEnterprise'),
        name(superior?.name) || '—']] as const),
    [t('hasBudgetDept'), t(unit.hasBudgetDept ? 'yes' : 'no')],
    [t('code'), unit.code ?? '—'],
    [t('sapCode'), unit.sapCode ?? '—'],
    [t('fullName'), name(unit.fullName)],
  ]
  return (
    <dl className="oa-unit-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Leader({ id }: { id: string | null }) {
  const person = usePeople(id === null ? [] : [id]).get(id ?? '')
  if (id === null) return <>—</>
  const { name = id, enable = true } = person ?? {}
  return <Person id={id} name={name} departed={!enable} />
}
