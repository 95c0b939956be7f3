import { Checkbox, Input, Modal, Pagination, Radio, Tag } from 'antd'
import { useEffect, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PathNode } from '#approval/wire/path.ts'
import { usePeople } from '#shell/start/directory.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { Initial } from '#shell/parts/Person.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import { useHttp } from '#shell/backend.ts'
import { useFormText } from '../texts.ts'
import './choose-people.css'
import { useExistingPage } from '../../list/use-list-query.ts'
import { useStore } from '../store/use-store.ts'

/** A person who can be chosen for a node. */
interface OptionalUser {
  readonly id: string
  /** Name, "中文/English". */
  readonly name: string
  readonly email: string | null
  readonly departmentName: string | null
  readonly avatar: string | null
}

interface UsersPage {
  readonly records: readonly OptionalUser[]
  readonly total: number
}

/** Debounce of the search, in ms. */
const pause = 300
const pageSize = 10

/** The people who can be chosen for a node, by keyword and page. */
function useOptionalUsers({ nodeId, selectUser }: PathNode) {
  const http = useHttp()
  const { form } = useStore()
  const [keyword, setKeyword] = useState('')
  const [query, setQuery] = useState({ keyword: '', current: 1 })
  useEffect(() => {
    if (keyword === query.keyword) return
    const timer = setTimeout(() => setQuery({ keyword, current: 1 }), pause)
    return () => clearTimeout(timer)
  }, [keyword, query.keyword])
  const answer = useQuery({
    queryKey: ['optional-users', form.key, nodeId, query],
    queryFn: () =>
      http.query<UsersPage>('/workflow/getSelectUsers', { params: { nodeId, businessType: form.key, parameters: {} },
        optionalRange: selectUser?.optionalRange, ...query, size: pageSize }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const setCurrent = (current: number) => setQuery((before) => ({ ...before, current }))
  useExistingPage({ current: query.current, size: pageSize, turn: setCurrent }, { rows: answer.data?.records, total: answer.data?.total,
    isPlaceholderData: answer.isPlaceholderData })
  return {
    keyword,
    setKeyword,
    pageSize,
    records: answer.data?.records ?? [],
    total: answer.data?.total ?? 0,
    current: query.current,
    setCurrent,
    isAsking: answer.isPending,
    failure: answer.error,
    again: () => void answer.refetch(),
  }
}

interface ChoosePeopleProps {
  readonly node: PathNode
  readonly chosen: readonly string[]
  /** People chosen earlier, who cannot be removed. */
  readonly fixed?: readonly string[]
  onChoose(people: readonly string[]): void
  onClose(): void
}

/** A dialog for the initiator or an earlier approver to choose a node's approvers, within the allowed range. */
export function ChoosePeople({ node, chosen, fixed = [], onChoose, onClose }: ChoosePeopleProps) {
  const { t, any, label } = useFormText()
  const [people, setPeople] = useState<readonly string[]>(chosen)
  const [problem, setProblem] = useState<string>()
  const users = useOptionalUsers(node)
  const { size = 1, canAdd = true } = node.selectUser ?? {}
  const mayAdd = fixed.length === 0 || canAdd
  const toggle = (id: string) => {
    const next = toggled(people, id, size)
    setProblem(next.length > size ? any('approval.tooMany', { n: size }) : undefined)
    if (next.length <= size) setPeople(next)
  }
  const whyNot = (id: string) => {
    if (fixed.includes(id)) return any('approval.cannotRemove')
    return mayAdd || people.includes(id) ? undefined : any('approval.cannotAdd')
  }
  const choose = () => {
    if (people.length === 0) return setProblem(any('approval.choosePeople'))
    onChoose(people)
    onClose()
  }
  return (
    <Modal open title={t('chooseFor', { node: label({ cn: node.nodeName, en: node.nodeNameEn }) })} width={720} maskClosable={false}
      okText={t('chooseDone')} cancelText={t('chooseCancel')} onCancel={onClose} onOk={choose}
      afterOpenChange={(isOpen) => isOpen && document.querySelector<HTMLElement>('.oa-choose-people input')?.focus()}
    >
      <div className="oa-choose-people stack gap-10">
        <Input allowClear value={users.keyword} placeholder={t('findPerson')} aria-label={t('findPerson')}
          onChange={({ target }) => users.setKeyword(target.value)} />
        <Chosen people={people} size={size} whyNot={whyNot} onRemove={toggle} />
        <OptionalUsers users={users} people={people} isOne={size === 1} whyNot={whyNot} onToggle={toggle} />
        {problem && <p className="oa-field-problem" role="alert">{problem}</p>}
      </div>
    </Modal>
  )
}

/** Toggles a person; with `size` 1, the new person replaces the old one. */
function toggled(people: readonly string[], id: string, size: number): readonly string[] {
  if (people.includes(id)) return people.filter((each) => each !== id)
  return size === 1 ? [id] : [...people, id]
}

interface ChosenProps {
  readonly people: readonly string[]
  readonly size: number
  whyNot(id: string): string | undefined
  onRemove(id: string): void
}

/** All chosen people, including those on other pages of the table. */
function Chosen({ people, size, whyNot, onRemove }: ChosenProps) {
  const { t, name } = useFormText()
  const known = usePeople(people)
  return (
    <div className="oa-chosen row second wrap gap-6 least-24">
      <span className="num">{t('chosen', { count: people.length, size })}</span>
      {people.map((id) => (
        <Tag key={id} closable={whyNot(id) === undefined} onClose={() => onRemove(id)}>{name(known.get(id)?.name ?? id)}</Tag>
      ))}
    </div>
  )
}

interface OptionalUsersProps {
  readonly users: ReturnType<typeof useOptionalUsers>
  readonly people: readonly string[]
  /** Single choice. */
  readonly isOne: boolean
  /** The reason why a person can be neither chosen nor removed. */
  whyNot(id: string): string | undefined
  onToggle(id: string): void
}

/** A table of selectable people: name, department, e-mail. */
function OptionalUsers({ users, ...row }: OptionalUsersProps) {
  const { t } = useFormText()
  const { records, total, current, setCurrent, pageSize, isAsking, failure, again } = users
  if (failure) return <ErrorState error={failure} onRetry={again} />
  if (isAsking) return <RowsSkeleton rows={6} columns={['80%']} />
  if (records.length === 0) return <p className="oa-picker-none third block">{t('nobodyFound')}</p>
  return (
    <>
      <table className="oa-users collapsed wide">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{t('chooseColumn')}</span>
            </th>
            <th scope="col">{t('person')}</th>
            <th scope="col">{t('department')}</th>
            <th scope="col">{t('email')}</th>
          </tr>
        </thead>
        <tbody>{records.map((user) => <UserRow key={user.id} user={user} {...row} />)}</tbody>
      </table>
      {total > pageSize && (
        <Pagination size="small" align="end" current={current} total={total} pageSize={pageSize} showSizeChanger={false}
          onChange={setCurrent} />
      )}
    </>
  )
}

function UserRow(
  { user: { id, name: stored, departmentName, email }, people, isOne, whyNot, onToggle }: Omit<OptionalUsersProps, 'users'> & {
    user: OptionalUser
  },
) {
  const { name } = useFormText()
  const reason = whyNot(id)
  const Box = isOne ? Radio : Checkbox
  const isChosen = people.includes(id)
  const toggle = () => reason === undefined && onToggle(id)
  return (
    <tr className={isChosen ? 'is-chosen' : undefined} title={reason} onClick={toggle}>
      <td onClick={(event) => event.stopPropagation()}>
        <Box checked={isChosen} disabled={reason !== undefined} aria-label={name(stored)} onChange={toggle} />
      </td>
      <td>
        <span className="row gap-8 narrow">
          <Initial id={id} name={stored} />
          <span className="cut">{name(stored)}</span>
        </span>
      </td>
      <td className="cut">{departmentName ? name(departmentName) : <span className="oa-nothing">—</span>}</td>
      <td className="cut">{email ?? <span className="oa-nothing">—</span>}</td>
    </tr>
  )
}
