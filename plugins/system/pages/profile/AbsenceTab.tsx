import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { nowOf } from '#kernel/values/dates.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { AbsenceDialog } from './AbsenceDialog.tsx'
import { type Delegation, delegationPath, delegationsQuery, profile, useProfileText } from './profile.ts'
import { type Process, useProcesses } from './use-processes.ts'
import '#shell/parts/lines.css'

/** The people who decide for the person while they are away. */
export function AbsenceTab() {
  const { t } = useProfileText()
  const answer = useQuery(delegationsQuery(useHttp()))
  const processes = useProcesses()
  const [edited, setEdited] = useState<Delegation | 'new'>()
  return (
    <>
      <div className="oa-lines-head">
        <p>{t('absenceText')}</p>
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
    <ul className="oa-lines oa-profile-rows">
      {all.map((delegation) => <Row key={delegation.id} delegation={delegation} processes={processes} onEdit={() => onEdit(delegation)} />)}
    </ul>
  )
}

function Row({ delegation, processes, onEdit }: { delegation: Delegation; processes: readonly Process[]; onEdit(): void }) {
  const { t, name } = useProfileText()
  const remove = useRemove(delegation)
  const { delegate, startTime, endTime } = delegation
  const called = name(delegate.name)
  return (
    <li>
      <Person id={delegate.id} name={delegate.name} />
      <span>
        <span className="num">{`${startTime.slice(0, 16)} – ${endTime.slice(0, 16)}`}</span>
        <small>{useScope(delegation, processes)}</small>
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

/** Processes named in a line of text. */
const shown = 3

function useScope({ businessTypes }: Delegation, processes: readonly Process[]): string {
  const { t, label, locale } = useProfileText()
  if (businessTypes.length === 0) return t('allProcesses')
  const names = businessTypes.map((type) => label(processes.find(({ value }) => value === type) ?? { cn: type, en: type }))
  const comma = locale === 'cn' ? '、' : ', '
  return names.length <= shown ? names.join(comma) : t('moreProcesses', { names: names.slice(0, shown).join(comma), count: names.length })
}

/** Both ends as the company's clock shows them, and now by the same clock. */
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
      // the client says why not
      onOk: () => run((http) => http.delete(`${delegationPath}/${id}`)),
    })
  }
}
