import { CheckOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useInvalidate } from '@refinedev/core'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { callsOf } from '#providers/calls.ts'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { refineName } from '#shell/resource/record.ts'
import { RecordDialog } from '#shell/resource/RecordDialog.tsx'
import { ExportButton } from '#shell/resource/transfer/ExportButton.tsx'
import { ImportButton } from '#shell/resource/transfer/ImportButton.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { dictionaryItem } from '#plugins/system/dictionaries/dictionary-item.ts'
import { dictionaryType } from '#plugins/system/dictionaries/dictionary-type.ts'
import { canDictionary } from '#plugins/system/permissions.ts'
import { type DictionaryType, typesQuery } from './dictionaries.ts'
import { Items } from './Items.tsx'
import { useDictionaryText } from './text.ts'
import { TypeList, TypeSelect } from './TypeList.tsx'
import './dictionaries.css'

/** Dictionaries left, the choices of one right; the address names which. */
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
  /** Absent while they load. */
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
    <div className="oa-dict">
      <List types={types} chosen={type?.code} onChoose={onChoose} />
      {type && <Items key={type.code} type={type} onEditType={() => onEdit(type)} />}
    </div>
  )
}

/** The name of all of them in workbooks and dialogs. */
const items = { cn: dictionaryItem.cn, en: 'dictionary items' }

function Actions({ onAdd }: { onAdd(): void }) {
  const { t } = useDictionaryText()
  const invalidate = useInvalidate()
  const path = callsOf(dictionaryItem).write
  return (
    <>
      <ImportButton path={path} title={items} permission={canDictionary.import}
        onWritten={() => void invalidate({ resource: refineName(dictionaryItem), invalidates: ['list'] })} />
      <ExportButton path={path} title={items} permission={canDictionary.export} query={{}} />
      {may(canDictionary.edit) && <RefreshButton />}
      {may(canDictionary.add) && <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>{t('addType')}</Button>}
    </>
  )
}

/** Makes every copy of the dictionaries stale: the next call of each browser and instance reads them anew. */
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
