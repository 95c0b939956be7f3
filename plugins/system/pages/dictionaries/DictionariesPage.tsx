import { CheckOutlined, PlusOutlined, ReloadOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { useRecordChanges } from '#shell/resource/record-changes.tsx'
import { RecordDialog } from '#shell/resource/RecordDialog.tsx'
import { ExportButton, ImportButton } from '#shell/resource/transfer/TransferButtons.tsx'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { callsOf } from '#providers/data.ts'
import { may } from '#providers/permissions.ts'
import { dictionaryItem, dictionaryType } from '#plugins/system/dictionaries/dictionary.ts'
import { canDictionary } from '#plugins/system/permissions.ts'
import { type DictionaryType, matches, typesQuery, useDictionaryText } from './dictionaries.ts'
import { Items } from './Items.tsx'
import './dictionaries.css'

/** Master-detail page of dictionaries and their items; the URL keeps the selected dictionary. */
export function DictionariesPage() {
  const { t } = useDictionaryText()
  const answer = useQuery(typesQuery(useHttp()))
  const [parameters, setParameters] = useSearchParams()
  const [edited, setEdited] = useState<DictionaryType | 'new'>()
  const types = answer.data
  const type = types?.find(({ code }) => code === parameters.get('type')) ?? types?.[0]
  const choose = (code: string) => setParameters({ type: code }, { replace: true })
  return (
    <Page title={t('title')} actions={<Actions onAdd={() => setEdited('new')} />}>
      {answer.isError
        ? <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        : <Chosen types={types} type={type} onChoose={choose} onEdit={setEdited} />}
      {edited && <TypeDialog edited={edited} onClose={() => setEdited(undefined)} />}
    </Page>
  )
}

function TypeDialog({ edited, onClose }: { edited: DictionaryType | 'new'; onClose(): void }) {
  const { t } = useDictionaryText()
  const record = edited === 'new' ? undefined : edited
  return <RecordDialog resource={dictionaryType} record={record} title={t(record ? 'editType' : 'addType')} onClose={onClose} />
}

interface ChosenProps {
  /** Undefined while loading. */
  readonly types: readonly DictionaryType[] | undefined
  readonly type: DictionaryType | undefined
  onChoose(code: string): void
  onEdit(type: DictionaryType): void
}

function Chosen({ types, type, onChoose, onEdit }: ChosenProps) {
  const isMobile = useIsMobile()
  if (!types) return <RowsSkeleton rows={10} columns={['20%', '70%']} />
  const List = isMobile ? TypeSelect : TypeList
  return (
    <div className="oa-dict grid low">
      <List types={types} chosen={type?.code} onChoose={onChoose} />
      {type && <Items key={type.code} type={type} onEditType={() => onEdit(type)} />}
    </div>
  )
}

/** Plural name for workbooks and dialogs. */
const items = { cn: dictionaryItem.cn, en: 'dictionary items' }

function Actions({ onAdd }: { onAdd(): void }) {
  const { t } = useDictionaryText()
  const { refresh } = useRecordChanges()
  const path = callsOf(dictionaryItem).write
  return (
    <>
      <ImportButton path={path} title={items} permission={canDictionary.import} onWritten={() => void refresh(dictionaryItem)} />
      <ExportButton path={path} title={items} permission={canDictionary.export} query={{}} />
      {may(canDictionary.edit) && <RefreshButton />}
      {may(canDictionary.add) && <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>{t('addType')}</Button>}
    </>
  )
}

/** Button that invalidates the caches of dictionaries in all browsers and server instances. */
function RefreshButton() {
  const { t } = useDictionaryText()
  const { run, isPending } = useCommand()
  const [isDone, setIsDone] = useState(false)
  const refresh = async () => setIsDone(await run((http) => http.post('/system/dictType/refreshCache')))
  return (
    <>
      <Button icon={isDone ? <CheckOutlined aria-hidden /> : <ReloadOutlined aria-hidden />} loading={isPending} aria-label={t('refresh')}
        data-tip={t(isDone ? 'refreshed' : 'refresh')} onClick={() => void refresh()} />
      <span className="unseen" role="status">{isDone && t('refreshed')}</span>
    </>
  )
}

interface TypeListProps {
  readonly types: readonly DictionaryType[]
  readonly chosen: string | undefined
  onChoose(code: string): void
}

/** List of dictionaries, searchable by code and by name in both languages. */
export function TypeList({ types, chosen, onChoose }: TypeListProps) {
  const { t, locale } = useDictionaryText()
  const [keyword, setKeyword] = useState('')
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-code="${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const found = types.filter(({ code, name, nameEn }) => matches([code, name, nameEn], keyword))
  return (
    <nav className="oa-dict-types stack gap-8 low" aria-label={t('types')}>
      <Input allowClear prefix={<SearchOutlined aria-hidden />} aria-label={t('searchTypes')} placeholder={t('searchTypes')} value={keyword}
        maxLength={60} onChange={({ target }) => setKeyword(target.value)} />
      {found.length === 0 && <StateView illustration="search" role="status" title={t('noTypes')} />}
      <ul ref={list}>
        {found.map((type) => (
          <li key={type.code}>
            <button type="button" data-code={type.code} className={type.enable ? 'plain' : 'plain is-off'}
              aria-current={type.code === chosen ? 'true' : undefined} onClick={() => onChoose(type.code)}
            >
              <span className="cut">{locale === 'cn' ? type.name : type.nameEn}</span>
              {!type.enable && <em>{t('off')}</em>}
              <small className="cut">{type.code}</small>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Select of dictionaries on a phone, in place of the list. */
function TypeSelect({ types, chosen, onChoose }: TypeListProps) {
  const { t, locale } = useDictionaryText()
  const options = types.map(({ code, name, nameEn }) => ({ value: code, label: `${locale === 'cn' ? name : nameEn} · ${code}`,
    search: `${code} ${name} ${nameEn}`.toLowerCase() })
  )
  return (
    <Select showSearch className="oa-dict-select" aria-label={t('choose')} placeholder={t('choose')} value={chosen} options={options}
      onChange={onChoose} filterOption={(text, option) => option?.search.includes(text.trim().toLowerCase()) ?? false} />
  )
}
