import { DeleteOutlined, HolderOutlined, PlusOutlined, SnippetsOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { FieldKind } from '#kernel/fields.ts'
import { limits } from '../../model/content.ts'
import { kindGroups, kindLabel } from '../../model/kinds.ts'
import { PasteDialog } from '../canvas/PasteDialog.tsx'
import { type Designing, DesigningContext } from '../designing.ts'
import { KindIcon } from '../parts/kind-icon.tsx'
import { useDesignerText } from '../texts.ts'
import { added, asForm, moved, problemsOf, registerKinds, removed, useRegisterDesigning, withFields } from './designing.ts'
import { FieldPanel, RegisterPanel } from './FieldPanel.tsx'
import { useRegisterText } from './texts.ts'

/** The fields of a register in their order, and the properties of the one that is selected. */
export function FieldsPart() {
  const { content, isReadOnly, selected, select, apply, problems } = useRegisterDesigning()
  const { t } = useRegisterText()
  const designer = useDesignerText()
  const [isPasting, setIsPasting] = useState(false)
  const page = useRef<HTMLDivElement>(null)
  const form = asForm(content)
  const keys = Object.keys(content.fields)
  const isFull = keys.length >= limits.fields
  const designing: Designing = { content: form, isReadOnly, problems: [], selected, select, open: () => undefined, isOnlyDifferent: false,
    showOnlyDifferent: () => undefined, apply: (next, place) => apply(withFields(content, next.form.fields), place) }
  const add = (kind: FieldKind) => {
    const next = added(content, kind, selected?.split('.')[0])
    apply(next.content)
    select(next.key)
    // its label is typed at once
    setTimeout(() => {
      const label = page.current?.querySelector<HTMLInputElement>('[data-panel-first]')
      label?.focus()
      label?.select()
    })
  }
  const kinds = kindGroups().map(({ group, kinds: all }) => ({ label: designer.t(`group.${group}`),
    options: all.filter((kind) => registerKinds.includes(kind)).map((value) => ({ value, label: designer.label(kindLabel(value)) })) })
  ).filter(({ options }) => options.length > 0)
  return (
    <DesigningContext value={designing}>
      <div className="oa-ff-columns grid low" data-reading ref={page}>
        <div className="oa-ff-canvas">
          {!isReadOnly && (
            <div className="oa-ff-buttons row wrap gap-8">
              <Select<FieldKind> className="oa-ff-add" showSearch optionFilterProp="label" value={null} disabled={isFull} options={kinds}
                aria-label={t('addField')} placeholder={
                <>
                  <PlusOutlined aria-hidden /> {t('addField')}
                </>
              } onSelect={add} />
              <Button icon={<SnippetsOutlined aria-hidden />} disabled={isFull} onClick={() => setIsPasting(true)}>
                {designer.t('fromWorkbook')}
              </Button>
            </div>
          )}
          <ul className="oa-ff-field-list unlisted bare flat" aria-label={t('part.fields')}>
            {keys.map((key, at) => <FieldRow key={key} name={key} at={at} wrong={problemsOf(problems, key).length > 0} />)}
          </ul>
        </div>
        <aside className="oa-ff-panel line-left" aria-label={designer.t('panel')}>
          {selected === undefined
            ? <RegisterPanel />
            : <FieldPanel key={Object.keys(content.fields).indexOf(selected.split('.')[0]!)} path={selected} />}
        </aside>
        {isPasting && <PasteDialog place={{}} onClose={() => setIsPasting(false)} onAdded={select} />}
      </div>
    </DesigningContext>
  )
}

interface FieldRowProps {
  readonly name: string
  readonly at: number
  readonly wrong: boolean
}

/** A field as a line that can be dragged; its button selects it. */
function FieldRow({ name, at, wrong }: FieldRowProps) {
  const { content, isReadOnly, selected, apply } = useRegisterDesigning()
  return (
    <li className="row line-bottom gap-6" data-selected={selected === name || undefined} data-wrong={wrong || undefined}
      draggable={!isReadOnly} onDragStart={(event) => event.dataTransfer.setData('text/field', name)}
      onDragOver={(event) => event.preventDefault()} onDrop={(event) => {
      const dragged = event.dataTransfer.getData('text/field')
      if (dragged) apply(moved(content, dragged, at))
    }}>
      {!isReadOnly && <HolderOutlined className="third normal" aria-hidden />}
      <FieldButton name={name} at={at} />
      {!isReadOnly && <RemoveButton name={name} />}
    </li>
  )
}

const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

/** A field with its kind and marks: a click selects it, Alt and arrow keys move it, Del removes it. */
function FieldButton({ name, at }: Omit<FieldRowProps, 'wrong'>) {
  const { content, isReadOnly, selected, select, apply } = useRegisterDesigning()
  const { t, label } = useRegisterText()
  const field = content.fields[name]!
  const remove = useRemove(name)
  const press = (event: KeyboardEvent) => {
    const by = event.altKey ? steps[event.key] : undefined
    if (isReadOnly || (by === undefined && event.key !== 'Delete')) return
    event.preventDefault()
    if (by === undefined) remove?.()
    else apply(moved(content, name, at + by))
  }
  const isUnique = content.unique.some((keys) => keys.length === 1 && keys[0] === name)
  const notes = [...(content.key === name ? [t('isKey')] : []), ...(isUnique ? [t('isUnique')] : [])]
  return (
    <button type="button" className="plain oa-ff-field middle grid gap-8" aria-pressed={selected === name} onClick={() => select(name)}
      onKeyDown={press}
    >
      <KindIcon kind={field.kind} />
      <span className="oa-ff-field-name nowrap">
        {label(field)}
        {field.required === true && <span className="oa-star" aria-hidden>*</span>}
      </span>
      <code className="muted clip">{name}</code>
      <span className="oa-ff-quiet small">{label(kindLabel(field.kind))}</span>
      <span className="oa-ff-quiet small">{notes.join(' · ')}</span>
      <span className="oa-ff-quiet small">{content.columns.includes(name) ? t('inList') : t('inDetail')}</span>
    </button>
  )
}

function RemoveButton({ name }: { name: string }) {
  const { content } = useRegisterDesigning()
  const { t, label } = useRegisterText()
  const remove = useRemove(name)
  if (!remove) return <span className="oa-ff-no-tool" />
  return (
    <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={t('removeField', { name: label(content.fields[name]!) })}
      onClick={remove} />
  )
}

/** Removes a field; absent for the one that names the records. */
function useRemove(name: string): (() => void) | undefined {
  const { content, selected, select, apply } = useRegisterDesigning()
  if (content.key === name) return undefined
  return () => {
    apply(removed(content, name))
    if (selected === name) select(undefined)
  }
}
