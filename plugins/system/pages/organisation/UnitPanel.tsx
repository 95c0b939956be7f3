import { WarningOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { useHttp } from '#shell/backend.ts'
import { Person } from '#shell/parts/Person.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useDepartments, usePeople } from '#shell/start/directory.ts'
import { ErrorState } from '#shell/states/StateView.tsx'
import { useCommand } from '#shell/command/use-command.ts'
import { pageAnswer, useExistingPage } from '#shell/list/use-list-query.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { SearchBox } from '#shell/parts/SearchBox.tsx'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { useAdministersFlows } from '#shell/start/administers-flows.ts'
import { may } from '#providers/permissions.ts'
import type { PageOf, UnitDetail, UnitMember, Warning } from '#plugins/system/organisation-wire.ts'
import { canOrganisation } from '#plugins/system/permissions.ts'
import { membersQuery, path, unitQueries, unitQuery, useOrganisationText } from './organisation.ts'
import { type UnitAct, UnitActions } from './OrganisationDialogs.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'
import { ImpactDialog } from './ImpactDialog.tsx'

interface UnitPanelProps {
  readonly id: string
  readonly warnings: readonly Warning[]
  /** Returns to the tree; only on phones. */
  onBack?: (() => void) | undefined
  onAct(act: UnitAct, unit: UnitDetail): void
}

/** Details of a unit: attributes, warnings and members. */
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
      <header className="oa-unit-head at-start flex wrap between">
        <h2>
          {title} <span className="oa-pill" data-tone="grey">{t(unit.type)}</span>{' '}
          {!unit.enable && <span className="oa-pill" data-tone="orange">{t('off')}</span>}
        </h2>
        <UnitActions unit={unit} onAct={(act) => onAct(act, unit)} />
      </header>
      {warnings.length > 0 && (
        <ul className="oa-unit-warnings on-orange round-6 orange" role="status">
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
    <dl className="oa-unit-facts grid">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="muted line-18">{label}</dt>
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

interface MembersProps {
  /** Unit with its bilingual name, "中文/English". */
  readonly unit: { readonly id: string; readonly name: string }
  readonly isEnabled: boolean
}

type MemberDialog = { readonly act: 'takeOut' | 'handOver'; readonly member: UnitMember }

const size = 20

/** Members of a unit, with actions to add and remove them and to hand over their tasks. */
function Members({ unit, isEnabled }: MembersProps) {
  const { t } = useOrganisationText()
  const { run } = useCommand({ touches: unitQueries })
  const [keyword, setKeyword] = useState('')
  const [current, setCurrent] = useState(1)
  const [opened, setOpened] = useState<MemberDialog>()
  const answer = useQuery({ ...membersQuery(useHttp(), unit.id, { keyword, current, size }), placeholderData: keepPreviousData })
  useExistingPage({ current, size, turn: setCurrent }, pageAnswer(answer))
  const join = (userId: string, main: boolean) => run((http) => http.post(`${path}/${unit.id}/people`, { userId, main }, { adds: true }))
  return (
    <section aria-label={t('people')}>
      <SectionTitle count={answer.data?.total} action={
        <SearchBox className="oa-org-find wide" label={t('findMember')} onSearch={(text) => {
          setKeyword(text)
          setCurrent(1)
        }} />
      }>
        {t('people')}
      </SectionTitle>
      {isEnabled && may(canOrganisation.edit) && <Joining onJoin={(id) => void join(id, false)} />}
      {answer.data
        ? <MemberList page={answer.data} current={current} onTurn={setCurrent} onMain={(id) => void join(id, true)} onAsk={setOpened} />
        : <NotYet error={answer.error} onRetry={() => void answer.refetch()} />}
      {opened && <MemberDialogs dialog={opened} unit={unit} onClose={() => setOpened(undefined)} />}
    </section>
  )
}

function NotYet({ error, onRetry }: { error: unknown; onRetry(): void }) {
  return error ? <ErrorState error={error} onRetry={onRetry} /> : <RowsSkeleton rows={4} columns={['25%', '20%', '25%']} />
}

interface MemberListProps extends Omit<RowsProps, 'members'> {
  readonly page: PageOf<UnitMember>
  readonly current: number
  onTurn(current: number): void
}

function MemberList({ page, current, onTurn, ...rows }: MemberListProps) {
  return (
    <>
      <Rows members={page.records} {...rows} />
      {page.total > size && (
        <Pagination size="small" current={current} pageSize={size} total={page.total} showSizeChanger={false} onChange={onTurn} />
      )}
    </>
  )
}

function MemberDialogs({ dialog: { act, member }, unit, onClose }: { dialog: MemberDialog; unit: MembersProps['unit']; onClose(): void }) {
  const { t, name } = useOrganisationText()
  if (act === 'handOver') return <HandOverDialog person={member} onClose={onClose} />
  return (
    <ImpactDialog title={t('takeOutTitle', { name: name(member.name), unit: name(unit.name) })} subject={{ person: member.id }}
      verb={t('takeOut')} isDangerous onClose={onClose}
      onDo={(http) => http.delete(`${path}/${unit.id}/people/${member.id}`, {}, { quiet: true })} />
  )
}

/** Person picker that adds the selected person as a member. */
function Joining({ onJoin }: { onJoin(id: string): void }) {
  const { t } = useOrganisationText()
  const id = useId()
  const words = t('findPerson')
  return (
    <div className="oa-org-joining">
      <Suspense fallback={null}>
        <FieldInput id={id} aria-label={t('addPerson')}
          field={{ kind: 'person', cn: words, en: words, placeholder: { cn: words, en: words } }} value={null} context={{}}
          onChange={(chosen) => typeof chosen === 'string' && onJoin(chosen)} />
      </Suspense>
    </div>
  )
}

interface RowsProps {
  readonly members: readonly UnitMember[]
  onMain(id: string): void
  onAsk(dialog: MemberDialog): void
}

function Rows({ members, onMain, onAsk }: RowsProps) {
  const { t, name } = useOrganisationText()
  if (members.length === 0) return <p className="oa-org-quiet second" role="status">{t('nobody')}</p>
  return (
    <table className="oa-members ruled collapsed">
      <thead>
        <tr>
          <th scope="col">{t('person')}</th>
          <th scope="col">{t('jobNumber')}</th>
          <th scope="col">{t('position')}</th>
          <th scope="col">{t('mainUnit')}</th>
          <th scope="col">
            <span className="unseen">{t('handOver')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id}>
            <th scope="row">
              <Person id={member.id} name={member.name} departed={!member.enable} />
            </th>
            <td className="num">{member.jobNumber ?? '—'}</td>
            <td>{name(member.position) || '—'}</td>
            <td>{t(member.main ? 'main' : 'secondary')}</td>
            <td>
              <RowActions member={member} onMain={() => onMain(member.id)} onAsk={onAsk} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RowActions({ member, onMain, onAsk }: { member: UnitMember; onMain(): void; onAsk(dialog: MemberDialog): void }) {
  const { t, name } = useOrganisationText()
  const canHandOver = useAdministersFlows()
  const canEdit = may(canOrganisation.edit)
  const labelOf = (words: string) => `${words} ${name(member.name)}`
  return (
    <span className="oa-row-actions nowrap">
      {canEdit && !member.main && member.enable && (
        <Button type="link" size="small" aria-label={labelOf(t('makeMain'))} onClick={onMain}>{t('makeMain')}</Button>
      )}
      {canHandOver && (
        <Button type="link" size="small" aria-label={labelOf(t('handOver'))} onClick={() => onAsk({ act: 'handOver', member })}>
          {t('handOver')}
        </Button>
      )}
      {canEdit && member.units > 1 && (
        <Button type="link" danger size="small" aria-label={labelOf(t('takeOut'))} onClick={() => onAsk({ act: 'takeOut', member })}>
          {t('takeOut')}
        </Button>
      )}
    </span>
  )
}
