import { SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal, Pagination } from 'antd'
import { useEffect, useState } from 'react'
import type { FieldDefinition } from '../../kernel/fields.ts'
import { useHttp } from '../../shell/backend.ts'
import { useIsMobile } from '../../shell/parts/use-media.ts'
import { useSurroundings } from '../surroundings.ts'
import { LinkableTable } from './LinkableTable.tsx'
import { linkableQuery, pageSize, type Linkable } from './linkable.ts'
import { useLinkText } from './text.ts'

interface PickerProps {
  readonly field: FieldDefinition
  readonly chosen: readonly string[]
  readonly max: number
  readonly context: Readonly<Record<string, unknown>>
  onChoose(records: readonly Linkable[], ids: readonly string[]): void
  onClose(): void
  afterClose(): void
}

/** Milliseconds between the last key and the search. */
const pause = 300

/** Chooses filed documents among those that the person may read and the field accepts. */
export function DocumentPicker({ field, chosen, max, context, onChoose, onClose, afterClose }: PickerProps) {
  const { t, label } = useLinkText()
  const [isOpen, setIsOpen] = useState(true)
  const [ids, setIds] = useState(chosen)
  const [known, setKnown] = useState<ReadonlyMap<string, Linkable>>(new Map())
  const choose = (record: Linkable, isChosen: boolean) => {
    setKnown((before) => new Map(before).set(record.id, record))
    setIds((before) => (isChosen ? [...(max === 1 ? [] : before), record.id] : before.filter((id) => id !== record.id)))
  }
  const confirm = () => {
    onChoose([...known.values()].filter(({ id }) => ids.includes(id)), ids)
    setIsOpen(false)
  }
  return (
    <Modal
      open={isOpen} width={920} title={t('title', { label: label(field) })} maskClosable={false} cancelText={t('cancel')} afterClose={() => {
        onClose()
        afterClose()
      }}
      okText={ids.length > 0 && max > 1 ? t('okCount', { count: ids.length }) : t('ok')} okButtonProps={{ disabled: sameIds(ids, chosen) }} onOk={confirm} onCancel={() => setIsOpen(false)}
    >
      <Search field={field} ids={ids} max={max} context={context} onChoose={choose} />
    </Modal>
  )
}

const sameIds = (one: readonly string[], other: readonly string[]) => one.length === other.length && one.every((id) => other.includes(id))

interface SearchProps extends Pick<PickerProps, 'field' | 'max' | 'context'> {
  readonly ids: readonly string[]
  onChoose(record: Linkable, isChosen: boolean): void
}

function Search({ field, ids, max, context, onChoose }: SearchProps) {
  const { t } = useLinkText()
  const http = useHttp()
  const isMobile = useIsMobile()
  const surroundings = useSurroundings(context)
  const [text, setText] = useState('')
  const [query, setQuery] = useState({ label: '', current: 1 })
  const { data, isError, isFetching, refetch } = useQuery(linkableQuery(http, field, query))
  useEffect(() => {
    const timer = setTimeout(() => setQuery((before) => (before.label === text.trim() ? before : { label: text.trim(), current: 1 })), pause)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="oa-linkable" aria-busy={isFetching}>
      <Input autoFocus allowClear prefix={<SearchOutlined aria-hidden />} placeholder={t('search')} aria-label={t('search')} value={text} maxLength={100} onChange={({ target }) => setText(target.value)} onPressEnter={() => setQuery({ label: text.trim(), current: 1 })} />
      {isError
        ? <p className="oa-field-problem" role="alert">{t('failed')} <Button size="small" onClick={() => void refetch()}>{t('retry')}</Button></p>
        : <LinkableTable field={field} rows={data?.records} ids={ids} max={max} emptyText={t(query.label === '' ? 'none' : 'noneFound')} accepts={(record) => surroundings.accepts(field, record)} onChoose={onChoose} />}
      {data && data.total > 0 && (
        <div className="oa-linkable-foot">
          <span className="num">{t('total', { count: data.total })}</span>
          {data.total > pageSize && <Pagination size="small" simple={isMobile} showSizeChanger={false} current={query.current} pageSize={pageSize} total={data.total} onChange={(current) => setQuery({ ...query, current })} />}
        </div>
      )}
    </div>
  )
}
