import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Typography } from 'antd'
import { useMemo, useState } from 'react'
import { instantOf, nowOf } from '#kernel/values/dates.ts'
import { datetime, multiselect, person, radio, toggle } from '#kernel/fields.ts'
import { type OpenTasks, proposedForOpenTasks } from '#approval/wire/absence.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { type DialogField, FieldsDialog, type OwnControl } from '#shell/resource/FieldsDialog.tsx'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { reads, useRead } from '#shell/start/reads.ts'
import '#shell/parts/lines.css'
import type { WritingHttp } from '#providers/http.ts'
import { type Delegation, delegationPath, delegationsQuery, openTasksQuery, profile, useProfileText } from './profile.ts'
import { cn, en } from './texts.ts'

/** Substitutes of the person during absences. */
export function AbsenceTab() {
  const { t } = useProfileText()
  const answer = useQuery(delegationsQuery(useHttp()))
  const processes = useProcesses()
  const [edited, setEdited] = useState<Delegation | 'new'>()
  return (
    <>
      <div className="oa-lines-head row wrap gap-8-16 between">
        <p className="second">{t('absenceText')}</p>
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>{t('addAbsence')}</Button>
      </div>
      {answer.isError
        ? <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        : <Delegations all={answer.data} processes={processes} onEdit={setEdited} />}
      {edited && <AbsenceDialog delegation={edited} processes={processes} onClose={() => setEdited(undefined)} />}
    </>
  )
}

interface DelegationsProps {
  readonly all: readonly Delegation[] | undefined
  readonly processes: readonly Process[]
  onEdit(delegation: Delegation): void
}

function Delegations({ all, processes, onEdit }: DelegationsProps) {
  const { t } = useProfileText()
  if (!all) return <RowsSkeleton rows={3} columns={['20%', '40%', '20%']} />
  if (all.length === 0) return <StateView illustration="empty" role="status" title={t('noAbsence')} text={t('noAbsenceText')} />
  return (
    <ul className="oa-lines oa-profile-rows line-top">
      {all.map((delegation) => <Row key={delegation.id} delegation={delegation} processes={processes} onEdit={() => onEdit(delegation)} />)}
    </ul>
  )
}

function Row({ delegation, processes, onEdit }: { delegation: Delegation; processes: readonly Process[]; onEdit(): void }) {
  const { t, name } = useProfileText()
  const remove = useRemove(delegation)
  const { delegate, startTime, endTime, away } = delegation
  const called = name(delegate.name)
  return (
    <li className="middle grid">
      <Person id={delegate.id} name={delegate.name} />
      <span>
        <span className="num">{`${startTime.slice(0, 16)} – ${endTime.slice(0, 16)}`}</span>
        <small className="block">
          {`${useScope(delegation, processes)} · ${t(delegation.openTasks === 'keep' ? 'openKept' : 'openHandedOver')}`}
        </small>
        {away && stateOf(delegation) !== 'over' && (
          <small className="block orange">
            {t('awayToo', { name: called, start: away.startTime.slice(5, 16), end: away.endTime.slice(5, 16),
              other: name(away.delegate.name) })}
          </small>
        )}
      </span>
      <em data-state={stateOf(delegation)}>{t(stateOf(delegation))}</em>
      <span>
        <Button type="text" size="small" icon={<EditOutlined aria-hidden />} aria-label={`${t('edit')} ${called}`} data-tip={t('edit')}
          onClick={onEdit} />
        <Button type="text" size="small" icon={<DeleteOutlined aria-hidden />} aria-label={`${t('remove')} ${called}`}
          data-tip={t('remove')} onClick={() => void remove()} />
      </span>
    </li>
  )
}

/** Maximum number of processes listed by name. */
const shown = 3

function useScope({ businessTypes }: Delegation, processes: readonly Process[]): string {
  const { t, label, locale } = useProfileText()
  if (businessTypes.length === 0) return t('allProcesses')
  const names = businessTypes.map((type) => label(processes.find(({ value }) => value === type) ?? { cn: type, en: type }))
  const comma = locale === 'cn' ? '、' : ', '
  return names.length <= shown ? names.join(comma) : t('moreProcesses', { names: names.slice(0, shown).join(comma), count: names.length })
}

/** State of a delegation; start, end and now are in the company's time zone. */
function stateOf({ startTime, endTime, enable }: Delegation): 'running' | 'coming' | 'over' | 'stopped' {
  const now = nowOf(new Date())
  if (endTime <= now) return 'over'
  if (!enable) return 'stopped'
  return startTime <= now ? 'running' : 'coming'
}

function useRemove({ id, delegate }: Delegation) {
  const { t, name } = useProfileText()
  const dialogs = useDialogs()
  const { run } = useCommand({ touches: [[profile]] })
  return async () => {
    const { confirm } = await dialogs()
    confirm({
      title: t('removeAsk', { name: name(delegate.name) }),
      content: t('removeText'),
      okText: t('remove'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      autoFocusButton: 'cancel',
      // the HTTP client shows refusals
      onOk: () => run((http) => http.delete(`${delegationPath}/${id}`)),
    })
  }
}

const named = (key: keyof typeof cn) => ({ cn: cn[key], en: en[key] })

interface AbsenceDialogProps {
  readonly delegation: Delegation | 'new'
  readonly processes: readonly Process[]
  onClose(): void
}

/** Dialog to add or edit a substitute with period and processes. */
function AbsenceDialog({ delegation, processes, onClose }: AbsenceDialogProps) {
  const { t } = useProfileText()
  const known = delegation === 'new' ? undefined : delegation
  const fields = useMemo<readonly DialogField[]>(() => [
    { name: 'delegateId', field: person({ ...named('delegate'), required: true, hint: named('delegateHint'), span: 4 }) },
    { name: 'enable', field: toggle(named('enable')) },
    { name: 'startTime', field: datetime({ ...named('start'), required: true }) },
    { name: 'endTime', field: datetime({ ...named('end'), required: true, hint: named('endHint') }) },
    { name: 'businessTypes', field: multiselect({ ...named('processes'), options: processes, hint: named('processesHint'), span: 4 }) },
  ], [processes])
  const withOpenTasks = (
    value: Entered,
  ): readonly DialogField[] => [...fields, { name: 'openTasks', field: openTasks,
    draw: (control) => <OpenTasksChoice {...control} value={openTasksOf(value)} businessTypes={typesOf(value)} /> }]
  const save = (entered: Entered, http: WritingHttp) => {
    const value = { ...entered, businessTypes: typesOf(entered), openTasks: openTasksOf(entered) }
    return known
      ? http.put(delegationPath, { ...value, id: known.id, version: known.version }, { quiet: true })
      : http.post(delegationPath, value, { quiet: true, adds: true })
  }
  return (
    <FieldsDialog title={t(known ? 'editAbsence' : 'addAbsence')} fields={withOpenTasks}
      start={known ? { ...known, delegateId: known.delegate.id } : { enable: true, businessTypes: [] }} touches={[[profile]]} save={save}
      onClose={onClose} />
  )
}

type Entered = Readonly<Record<string, unknown>>

const openTasks = radio({ ...named('openTasks'),
  options: [{ value: 'handOver', ...named('openHandOver') }, { value: 'keep', ...named('openKeep') }], span: 4 })

const typesOf = ({ businessTypes }: Entered): readonly string[] => (Array.isArray(businessTypes) ? businessTypes : [])

/** The choice made, or the one that the period suggests. */
function openTasksOf({ openTasks: chosen, startTime, endTime }: Entered): OpenTasks {
  if (chosen === 'handOver' || chosen === 'keep') return chosen
  const [start, end] = [startTime, endTime].map((moment) => (typeof moment === 'string' ? instantOf(moment) : null))
  return start && end ? proposedForOpenTasks(start, end) : 'handOver'
}

interface OpenTasksChoiceProps extends OwnControl {
  readonly value: OpenTasks
  readonly businessTypes: readonly string[]
}

/** Asks about the tasks that are open when the absence begins, and says how many are open now. */
function OpenTasksChoice({ id, value, businessTypes, onChange }: OpenTasksChoiceProps) {
  const { t } = useProfileText()
  const { data: count } = useQuery(openTasksQuery(useHttp(), businessTypes))
  return (
    <>
      <FieldInput id={id} field={openTasks} value={value} context={{}} onChange={onChange} aria-describedby={`${id}-note`} />
      <Typography.Text type="secondary" id={`${id}-note`}>
        {count !== undefined && `${t('openNow', { count })} `}
        {t(value === 'keep' ? 'openKeepNote' : 'openHandOverNote')}
      </Typography.Text>
    </>
  )
}

/** A business type as an option. */
interface Process {
  readonly value: string
  readonly cn: string
  readonly en: string
}

/** All processes of the product as options. */
function useProcesses(): readonly Process[] {
  const types = useRead(reads.businessTypes)
  return useMemo(() => (types ?? []).map(({ value, label, labelEn }) => ({ value, cn: label, en: labelEn })), [types])
}
