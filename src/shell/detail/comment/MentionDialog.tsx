import { Input, Modal, Tag } from 'antd'
import { useState } from 'react'
import { usePeople } from '#shell/start/directory.ts'
import { useDetailText } from '../text.ts'
import { AddressTree } from './AddressTree.tsx'
import { FoundPeople } from './FoundPeople.tsx'
import { mostMentioned, type Mention } from './use-comment.ts'
import './comment.css'

interface MentionDialogProps {
  readonly chosen: readonly Mention[]
  onChoose(people: readonly Mention[]): void
  onClose(): void
}

/** Chooses whom a comment names: from the organisation as a tree, or by name, pinyin and initials. */
export function MentionDialog({ chosen, onChoose, onClose }: MentionDialogProps) {
  const { t, any, name } = useDetailText()
  const [ids, setIds] = useState<readonly string[]>(chosen.map(({ id }) => id))
  const [keyword, setKeyword] = useState('')
  const [problem, setProblem] = useState<string>()
  const people = usePeople(ids)
  const shownAs = (id: string) => name(people.get(id)?.name ?? id)
  const take = (picked: readonly string[]) => {
    setIds(picked)
    setProblem(picked.length > mostMentioned ? any('approval.tooMany', { n: mostMentioned }) : undefined)
  }
  const choose = () => {
    if (ids.length > mostMentioned) return
    onChoose(ids.map((id) => ({ id, shown: shownAs(id) })))
    onClose()
  }
  return (
    <Modal open title={t('mention')} width={520} maskClosable={false} okText={t('mentionDone')} cancelText={t('cancel')} onCancel={onClose}
      onOk={choose} afterOpenChange={(isOpen) => isOpen && document.querySelector<HTMLElement>('.oa-mention input')?.focus()}
    >
      <div className="oa-mention">
        <Input allowClear value={keyword} placeholder={t('findPerson')} aria-label={t('findPerson')} onChange={({ target }) =>
          setKeyword(target.value)} />
        <div className="oa-mention-chosen" aria-live="polite">
          <span className="num">{t('mentionCount', { count: ids.length })}</span>
          {ids.map((id) => <Tag key={id} closable onClose={() => take(ids.filter((each) => each !== id))}>{shownAs(id)}</Tag>)}
        </div>
        <div className="oa-mention-list">
          {keyword.trim() === ''
            ? <AddressTree ids={ids} onChange={take} />
            : <FoundPeople keyword={keyword.trim()} ids={ids} onChange={take} />}
        </div>
        {problem && <p className="oa-field-problem" role="alert">{problem}</p>}
      </div>
    </Modal>
  )
}
