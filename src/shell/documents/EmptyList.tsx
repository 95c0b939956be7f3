import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useNewRequest } from '../layout/new-request.ts'
import { StateView } from '../states/StateView.tsx'
import { useText } from '../text.tsx'
import { useEmptyTodoText } from './empty-todo-text.ts'
import type { DocumentListKind } from './lists.ts'

interface EmptyListProps {
  readonly list: DocumentListKind
  readonly hasFilters: boolean
  onReset(): void
}

/** The state of a list without rows: nothing found, nothing to do, or nothing yet. */
export function EmptyList({ list, hasFilters, onReset }: EmptyListProps) {
  const { t } = useText()
  const openNewRequest = useNewRequest()
  if (hasFilters) {
    return (
      <StateView illustration="search" title={t('empty.noMatch')} text={t('empty.noMatchText')} role="status">
        <Button onClick={onReset}>{t('list.reset')}</Button>
      </StateView>
    )
  }
  if (list.name === 'todo') return <CaughtUp />
  return (
    <StateView illustration="empty" title={t(list.name === 'type' ? 'empty.all' : `empty.${list.name}`)} role="status">
      {list.name === 'initiated' && <Button icon={<PlusOutlined aria-hidden />} onClick={openNewRequest}>{t('shell.newRequest')}</Button>}
    </StateView>
  )
}

/** The to-do list is empty. */
function CaughtUp() {
  const { t } = useText()
  const navigate = useNavigate()
  const openNewRequest = useNewRequest()
  return (
    <StateView illustration="done" title={t('empty.todo')} text={useEmptyTodoText()} role="status">
      <Button onClick={() => void navigate('/handled')}>{t('empty.seeHandled')}</Button>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={openNewRequest}>{t('shell.newRequest')}</Button>
    </StateView>
  )
}
