import { SearchOutlined, SnippetsOutlined } from '@ant-design/icons'
import { Button, Input, type InputRef } from 'antd'
import { type RefObject, useState } from 'react'
import type { FieldKind } from '#kernel/fields.ts'
import type { RemovedField } from '../../wire.ts'
import { columnKinds, kindGroups, kindLabel } from '../../model/kinds.ts'
import { KindIcon } from '../parts/kind-icon.tsx'
import { useDesignerText } from '../texts.ts'
import type { Dragging } from './drag.ts'

interface PaletteProps {
  readonly search: RefObject<InputRef | null>
  readonly dragging: Dragging
  /** Only kinds that a column can have: a table or a column is selected. */
  readonly isInTable: boolean
  readonly isFull: boolean
  /** Fields of published versions that can be put back. */
  readonly removed: readonly RemovedField[]
  onAdd(kind: FieldKind): void
  onRestore(field: RemovedField): void
  onPaste(): void
}

/** All kinds of fields in groups: dragged to a place, or added behind what is selected. */
export function Palette({ search, dragging, isInTable, isFull, removed, onAdd, onRestore, onPaste }: PaletteProps) {
  const { t, label } = useDesignerText()
  const [word, setWord] = useState('')
  const found = (kind: FieldKind): boolean => {
    const { cn, en } = kindLabel(kind)
    return [cn, en, kind].some((name) => name.toLowerCase().includes(word.trim().toLowerCase()))
  }
  const groups = kindGroups().map(({ group, kinds }) => ({ group, kinds: kinds.filter(found) })).filter(({ kinds }) => kinds.length > 0)
  const first = groups[0]?.kinds[0]
  const fits: ReadonlySet<FieldKind> = new Set(columnKinds())
  return (
    <nav className="oa-ff-palette subtle" aria-label={t('palette')}>
      <Input ref={search} allowClear prefix={<SearchOutlined aria-hidden />}
        suffix={<kbd className="oa-ff-kbd outlined round-4 third tiny">/</kbd>} aria-label={t('findKind')} placeholder={t('findKind')}
        value={word} onChange={({ target }) => setWord(target.value)} onKeyDown={(event) => {
        if (event.key === 'Escape') setWord('')
      }} onPressEnter={() => {
        if (!first) return
        onAdd(first)
        setWord('')
      }} />
      {groups.map(({ group, kinds }) => (
        <section key={group} aria-label={t(`group.${group}`)}>
          <h3 className="second small regular">{t(`group.${group}`)}</h3>
          <div className="oa-ff-kinds grid halves">
            {kinds.map((kind) => (
              <button key={kind} type="button" className="plain oa-ff-kind row surface framed round-6 small gap-6"
                title={label(kindLabel(kind))} draggable={!isFull} disabled={isFull || (isInTable && !fits.has(kind))}
                onClick={() => onAdd(kind)} onDragEnd={dragging.end} onDragStart={(event) => dragging.start(event, { kind })}
              >
                <KindIcon kind={kind} />
                <span>{label(kindLabel(kind))}</span>
              </button>
            ))}
          </div>
        </section>
      ))}
      {removed.length > 0 && (
        <section aria-label={t('removedFields', { count: removed.length })}>
          <h3 className="second small regular">{t('removedFields', { count: removed.length })}</h3>
          <div className="oa-ff-kinds grid halves">
            {removed.map((each) => (
              <button key={each.path} type="button" className="plain oa-ff-kind row surface framed round-6 small gap-6"
                title={`${label(each.field)} (${each.path})`} aria-label={t('putBack', { name: label(each.field) })} disabled={isFull}
                onClick={() => onRestore(each)}
              >
                <KindIcon kind={each.field.kind} />
                <span>{label(each.field)}</span>
              </button>
            ))}
          </div>
        </section>
      )}
      {groups.length === 0 && <p className="oa-ff-quiet small">{t('noKind')}</p>}
      {isFull && <p className="oa-ff-quiet small" role="status">{t('full')}</p>}
      <Button type="text" size="small" icon={<SnippetsOutlined aria-hidden />} disabled={isFull} onClick={onPaste}>
        {t('fromWorkbook')}
      </Button>
    </nav>
  )
}
