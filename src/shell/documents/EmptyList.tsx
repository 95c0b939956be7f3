import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useNewRequest } from '../layout/new-request.ts'
import { StateView } from '../states/StateView.tsx'
import { useText } from '../text.tsx'
import type { DocumentListKind } from './lists.ts'

interface EmptyListProps {
  readonly list: DocumentListKind
  readonly hasFilters: boolean
  onReset(): void
}

/** What a list without rows says: nothing found, nothing to do, or nothing yet. */
export function EmptyList({ list, hasFilters, onReset }: EmptyListProps) {
  const { t } = useText()
  const navigate = useNavigate()
  const openNewRequest = useNewRequest()
  if (hasFilters) {
    return (
      <StateView illustration="search" title={t('empty.noMatch')} text={t('empty.noMatchText')} role="status">
        <Button onClick={onReset}>{t('list.reset')}</Button>
      </StateView>
    )
  }
  const isTodo = list.name === 'todo'
  const canStart = isTodo || list.name === 'initiated'
  return (
    <StateView illustration={isTodo ? 'done' : 'empty'} title={t(list.name === 'type' ? 'empty.all' : `empty.${list.name}`)} text={isTodo && t('empty.todoText')} role="status">
      {isTodo && <Button onClick={() => void navigate('/handled')}>{t('empty.seeHandled')}</Button>}
      {canStart && <Button icon={<PlusOutlined />} onClick={openNewRequest}>{t('shell.newRequest')}</Button>}
    </StateView>
  )
}
