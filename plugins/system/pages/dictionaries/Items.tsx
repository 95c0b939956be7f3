import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { EnableSwitch } from '#shell/resource/EnableSwitch.tsx'
import { RecordDialog } from '#shell/resource/RecordDialog.tsx'
import { RowActions } from '#shell/resource/RowActions.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { dictionaryItem } from '#plugins/system/dictionaries/dictionary-item.ts'
import { dictionaryType } from '#plugins/system/dictionaries/dictionary-type.ts'
import { canDictionary } from '#plugins/system/permissions.ts'
import { BuiltIn } from './BuiltIn.tsx'
import { type DictionaryItem, type DictionaryType, itemsQuery, matches } from './dictionaries.ts'
import { ItemTable } from './ItemTable.tsx'
import { useDictionaryText } from './text.ts'

interface ItemsProps {
  readonly type: DictionaryType
  onEditType(): void
}

/** One dictionary: what it is, and its choices. */
export function Items({ type, onEditType }: ItemsProps) {
  const { t, label } = useDictionaryText()
  const answer = useQuery(itemsQuery(useHttp(), type.code))
  const [keyword, setKeyword] = useState('')
  const [edited, setEdited] = useState<DictionaryItem | 'new'>()
  return (
    <section className="oa-dict-content" aria-label={label({ cn: type.name, en: type.nameEn })}>
      <Head type={type} onEditType={onEditType} />
      <div className="oa-dict-tools">
        <Input allowClear prefix={<SearchOutlined aria-hidden />} aria-label={t('searchItems')} placeholder={t('searchItems')}
          value={keyword} maxLength={100} onChange={({ target }) => setKeyword(target.value)} />
        <span className="num">{answer.data && t('count', { count: answer.data.length })}</span>
        {may(canDictionary.add) && <Button icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>{t('addItem')}</Button>}
      </div>
      {answer.isError
        ? <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        : <Table type={type.code} items={answer.data} keyword={keyword} onEdit={setEdited} />}
      {edited && <Dialog type={type.code} edited={edited} onClose={() => setEdited(undefined)} />}
    </section>
  )
}

function Head({ type, onEditType }: ItemsProps) {
  const { label } = useDictionaryText()
  return (
    <header>
      <h2>{label({ cn: type.name, en: type.nameEn })}</h2>
      <code>{type.code}</code>
      {type.builtIn && <BuiltIn />}
      <EnableSwitch resource={dictionaryType} record={type} />
      <RowActions resource={dictionaryType} record={type} onEdit={may(canDictionary.edit) ? onEditType : undefined} isKept={type.builtIn} />
    </header>
  )
}

function Dialog({ type, edited, onClose }: { type: string; edited: DictionaryItem | 'new'; onClose(): void }) {
  const { t } = useDictionaryText()
  const record = edited === 'new' ? undefined : edited
  return <RecordDialog resource={dictionaryItem} record={record} fixed={{ type }} title={record?.label ?? t('addItem')} onClose={onClose} />
}

interface TableProps {
  readonly type: string
  /** Absent while they load. */
  readonly items: readonly DictionaryItem[] | undefined
  readonly keyword: string
  onEdit(item: DictionaryItem): void
}

function Table({ type, items, keyword, onEdit }: TableProps) {
  const { t } = useDictionaryText()
  if (!items) return <RowsSkeleton rows={6} columns={['24%', '24%', '12%', '24%', '6%']} />
  if (items.length === 0) return <StateView illustration="empty" role="status" title={t('noItems')} text={t('noItemsText')} />
  const found = items.filter(({ value, label, localName }) => matches([value, label, localName], keyword))
  if (found.length === 0) return <StateView illustration="search" role="status" title={t('noMatch')} />
  return <ItemTable type={type} items={items} found={found} onEdit={onEdit} />
}
