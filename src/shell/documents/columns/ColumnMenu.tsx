import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { type Anchor, Floating } from '#shell/floating/Floating.tsx'
import { useDocumentsText } from '../texts.ts'
import type { ColumnChoice, DocumentColumn } from './use-columns.ts'

interface ColumnMenuProps {
  readonly columns: readonly DocumentColumn[]
  readonly choice: ColumnChoice
}

/** A menu to show and hide the list's columns, except title and number. */
export function ColumnMenu({ columns, choice }: ColumnMenuProps) {
  const { t } = useDocumentsText()
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<Anchor>()
  const close = () => {
    setAnchor(undefined)
    button.current?.focus()
  }
  const open = () => setAnchor(anchor ? undefined : button.current?.getBoundingClientRect())
  return (
    <>
      <Button ref={button} type="text" icon={<EllipsisOutlined aria-hidden />} aria-label={t('columns.name')} data-tip={t('columns.name')}
        aria-haspopup="dialog" aria-expanded={anchor !== undefined} onClick={open} />
      {anchor && (
        <Choice anchor={anchor} columns={columns.filter(({ key }) => key !== 'title' && key !== 'index')} choice={choice} onClose={close} />
      )}
    </>
  )
}

function Choice({ anchor, columns, choice, onClose }: ColumnMenuProps & { anchor: Anchor; onClose(): void }) {
  const { t } = useDocumentsText()
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    box.current?.querySelector('input')?.focus()
    const press = ({ target }: Event) => {
      if (target instanceof Element && !box.current?.contains(target) && !target.closest('[aria-haspopup=dialog]')) latest.current()
    }
    addEventListener('pointerdown', press, true)
    return () => removeEventListener('pointerdown', press, true)
  }, [])
  return (
    <Floating anchor={anchor} side="below-end" ref={box} className="oa-floating oa-column-menu elevated round-10 raised grid gap-2"
      role="dialog" aria-label={t('columns.name')} onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <p aria-hidden>{t('columns.name')}</p>
      {columns.map((column) => (
        <Checkbox key={column.key} checked={choice.isShown(column)} onChange={() => choice.toggle(column)}>{column.name}</Checkbox>
      ))}
      <Button type="link" size="small" disabled={!choice.isChanged} onClick={choice.reset}>{t('columns.reset')}</Button>
    </Floating>
  )
}
