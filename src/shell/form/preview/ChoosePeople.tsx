import { Input, Modal, Tag } from 'antd'
import { useState } from 'react'
import type { PathNode } from '#approval/wire/path.ts'
import { usePeople } from '#shell/start/directory.ts'
import { useFormText } from '../text.ts'
import { OptionalUsers } from './OptionalUsers.tsx'
import { useOptionalUsers } from './use-optional-users.ts'
import './choose-people.css'

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
      <div className="oa-choose-people">
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
    <div className="oa-chosen">
      <span className="num">{t('chosen', { count: people.length, size })}</span>
      {people.map((id) => (
        <Tag key={id} closable={whyNot(id) === undefined} onClose={() => onRemove(id)}>{name(known.get(id)?.name ?? id)}</Tag>
      ))}
    </div>
  )
}
